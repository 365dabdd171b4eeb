// Text as it arrives → its lines. At line feeds and nowhere else: JSON may hold other characters that end a line to some.

export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of chunks) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    yield* lines;
  }
  if (text !== '') yield text;
}
