/** Measurements of browsers. `received`, `started`: epoch milliseconds. `metrics`, `attributes`: JSON. */
export const performanceTables: readonly string[] = [
  `CREATE TABLE traces (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received bigint NOT NULL,
    kind text NOT NULL,
    name text COLLATE "C" NOT NULL,
    started bigint NOT NULL,
    duration double precision NOT NULL,
    metrics text NOT NULL,
    attributes text NOT NULL
  )`,
  'CREATE INDEX traces_received ON traces (received)',
];
