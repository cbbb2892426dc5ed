import { createInterface } from 'node:readline'

/** Asks whoever types, or takes the next line of a pipe; null where there is none. */
export function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // From the start, as lines of a pipe do not wait for their question.
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(question: string): Promise<string | null> {
      terminal.setPrompt(question)
      terminal.prompt()
      const line = await lines.next()
      return line.done ? null : line.value.trim()
    },
    close: () => terminal.close(),
  }
}
