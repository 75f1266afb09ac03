#!/usr/bin/env node
/** `muster`: entry of the command line. */
import { runCli } from './run.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  fetch: (request, options) => fetch(request, options),
  now: () => Date.now(),
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
});
