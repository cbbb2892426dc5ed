import { createInterface } from 'node:readline'

/** Asks whoever types, or takes the next line of a pipe; null where there is none. */
export function openTerminal() {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  let isClosed = false
  terminal.once('close', () => {
    isClosed = true
  })
  // From the start, as lines of a pipe do not wait for their question.
  const lines = terminal[Symbol.asyncIterator]()
  return {
    async ask(question: string): Promise<string | null> {
      terminal.setPrompt(question)
      // A pipe may have ended, and the lines it left still wait here.
      if (!isClosed) terminal.prompt()
      const line = await lines.next()
      return line.done ? null : line.value.trim()
    },
    close: () => terminal.close(),
  }
}
