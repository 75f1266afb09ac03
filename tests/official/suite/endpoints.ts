/** Endpoints of the official emulators for tests: removal of all data, and rules. */

const owner = { authorization: 'Bearer owner' };

/** @throws Error with the emulator's own words when it refuses, as for rules that can't be read */
async function ask(method: string, address: string, body?: string): Promise<void> {
  const answer = await fetch(address, {
    method,
    headers: { ...owner, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} was answered by ${answer.status}: ${said}`);
}

const files = (name: string, content: string) => JSON.stringify({ rules: { files: [{ name, content }] } });

/** `at`: `host:port` of the documents. */
export const documents = (at: string, projectId: string) => {
  const project = `http://${at}/emulator/v1/projects/${projectId}`;
  return {
    empty: () => ask('DELETE', `${project}/databases/(default)/documents`),
    setRules: (rules: string) => ask('PUT', `${project}:securityRules`, files('firestore.rules', rules)),
  };
};

/** `at`: `host:port` of the realtime database. */
export const realtime = (at: string, namespace: string) => ({
  empty: () => ask('PUT', `http://${at}/.json?ns=${namespace}`, 'null'),
  setRules: (rules: string) => ask('PUT', `http://${at}/.settings/rules.json?ns=${namespace}`, rules),
});

/** `at`: `host:port` of the files. */
export const storage = (at: string) => ({
  empty: () => ask('POST', `http://${at}/internal/reset`),
  setRules: (rules: string) => ask('PUT', `http://${at}/internal/setRules`, files('storage.rules', rules)),
});
