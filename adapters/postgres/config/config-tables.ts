/** Published configuration, and its version: one more with each change. */
export const configTables: readonly string[] = [
  'CREATE TABLE config_values (key text COLLATE "C" PRIMARY KEY, value text NOT NULL)',
  'CREATE TABLE config_version (version bigint NOT NULL)',
  'INSERT INTO config_version VALUES (1)',
];
