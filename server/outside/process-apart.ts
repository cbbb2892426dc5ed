import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

type Word<Answer, Progress> = { answer: Answer } | { failed: string } | { progress: Progress }

export type Asked<Answer> = { answer: Promise<Answer>; stop(): void }

type Wishes<Progress> = {
  brokenOff: string
  onProgress?: (progress: Progress) => void
}

/**
 * Has one order done by a program in a process of its own, so that shoppers do not wait for it. Orders may hold secrets: they go
 * through the pipe between the two, as arguments and variables of a process can be seen by others.
 */
export function askProcess<Answer, Progress = never>(
  program: string,
  order: object,
  wishes: Wishes<Progress>,
): Asked<Answer> {
  const child = fork(program, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const stop = () => void child.kill('SIGKILL')
  return { answer: answerOf<Answer, Progress>(child, order, wishes).finally(stop), stop }
}

async function answerOf<Answer, Progress>(
  child: ChildProcess,
  order: object,
  { brokenOff, onProgress }: Wishes<Progress>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  child.on('message', (word: Word<Answer, Progress>) => {
    if ('answer' in word) resolve(word.answer)
    else if ('failed' in word) reject(new Error(word.failed))
    else onProgress?.(word.progress)
  })
  child.on('error', reject)
  once(child, 'exit').then(
    () => reject(new Error(brokenOff)),
    () => {},
  )
  child.send(order, (error) => error && reject(error))
  return promise
}

/** Below the server, which goes on selling. */
const PRIORITY = 10

/** Words of progress are this far apart, in milliseconds. */
const PAUSE = 200

/** The other side: does the order it is sent, and ends with the server that sent it. */
export function serveOrders<Order, Answer, Progress = never>(
  work: (order: Order, onProgress: (progress: Progress) => void) => Promise<Answer>,
  sentenceOf: (error: unknown) => string,
): void {
  const say = (word: Word<Answer, Progress>) => void process.send?.(word)
  let last = 0
  const onProgress = (progress: Progress) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    say({ progress })
  }
  process.on('disconnect', () => process.exit(1))
  process.on('message', async (order: Order) => {
    setPriority(PRIORITY)
    say(
      await work(order, onProgress).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failed: sentenceOf(error) }),
      ),
    )
  })
}
