// Output for operators, on stdout: plain lines and aligned tables.

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [titles, ...rows.map((row) => row.map(oneLine))];
  const widths = titles.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  for (const row of all)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** A name must not move the cursor or forge a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
}
