// Loaded before the tests of a process. It ends with its last test, and what it had said by then and nobody had read yet would be
// lost, tests that failed among it: so it waits for whoever reads.

process.stdout._handle?.setBlocking?.(true);
