// Loaded into a real server before anything else (`node --import`): of the log, or of the file, it believes that the disk has it
// without having waited. The power loop must find that out.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { fdatasync } = fs;
const isSpared = (fd: number) =>
  fs.readlinkSync(`/proc/self/fd/${fd}`).endsWith('-wal') === (process.env.UNFLUSHED === 'log');

fs.fdatasync = ((fd, told) => (isSpared(fd) ? void setImmediate(told, null) : fdatasync(fd, told))) as typeof fdatasync;
syncBuiltinESMExports();
