// Writes the files that are made from code: docs/openapi.json, docs/tools.json, docs/configuration.md and the SDK's
// operations. `--check` only compares.

import { readFileSync, writeFileSync } from 'node:fs';
import { listTools, namedSchemas, openapi, operations, ProblemBody, tools } from '../packages/contract/src/index.ts';
import { SETTINGS } from '../packages/server/src/config.ts';
import { VERSION } from '../packages/server/src/version.ts';
import { printOperations } from './print-operations.ts';

const files = {
  'docs/openapi.json': `${JSON.stringify(openapi({ operations, schemas: namedSchemas, version: VERSION }), null, 2)}\n`,
  'docs/tools.json': `${JSON.stringify(listTools(tools), null, 2)}\n`,
  'docs/configuration.md': configuration(),
  'packages/sdk/src/operations.ts': printOperations({ operations, schemas: { ...namedSchemas, ProblemBody } }),
};

function configuration(): string {
  const rows = Object.values(SETTINGS).map(
    ({ env, fallback, says }) => `| \`${env}\` | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${says} |`,
  );
  return `# Configuration

Settings come from the environment. One that does not parse stops the start and names itself.
A name that looks like one of these and is none, \`DATABSE_URL\` or \`SMTP_HOST\`, is told in the log (\`settings.unknown\`).
Each may be in a file instead, which its name with \`_FILE\` names, as secrets of Docker and Kubernetes are:
\`DATABASE_URL_FILE=/run/secrets/database_url\`. The file holds one line; it is read at the start; to set both is refused.
This page is made from \`packages/server/src/config.ts\` by \`npm run generate\`.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function current(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // not made yet
  }
}

const stale = Object.entries(files).filter(([file, text]) => current(file) !== text);
if (process.argv.includes('--check')) {
  for (const [file] of stale) process.stdout.write(`${file} is stale: run npm run generate\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [file, text] of stale) writeFileSync(file, text);
}
