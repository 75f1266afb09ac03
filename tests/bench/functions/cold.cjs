/** A fresh process of deployed functions: `node cold.cjs FOLDER`. Sends what the import cost, and a first call more. */
const path = require('node:path');

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const before = processorMs();
const functions = require(path.join(process.argv[2], 'index.js'));
const imported = processorMs();
const files = Object.keys(require.cache).length - 1;
functions.readInvite
  .run({ data: { teamId: 'team', token: 'a'.repeat(40) } })
  .catch((error) => error.code)
  .then((outcome) => {
    process.send({ imported: imported - before, called: processorMs() - imported, files, outcome });
    process.exit();
  });
