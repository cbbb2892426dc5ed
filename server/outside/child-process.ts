import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'

type ProcessMessage<Answer, Progress> =
  | { answer: Answer }
  | { failed: string }
  | { progress: Progress }

export type Running<Answer> = { answer: Promise<Answer>; stop(): void }

type ProcessOptions<Progress> = {
  brokenOff: string
  /** It may hold no more objects than so many megabytes; what wants more is broken off. */
  megabytes?: number
  onProgress?: (progress: Progress) => void
}

/**
 * Has one order done by a program in a process of its own, so that shoppers do not wait for it. Orders may hold
 * secrets: they go through the pipe between the two, as arguments and variables of a process can be seen by others.
 */
export function runInProcess<Answer, Progress = never>(
  program: string,
  order: object,
  options: ProcessOptions<Progress>,
): Running<Answer> {
  const { megabytes } = options
  const execArgv = megabytes
    ? [...process.execArgv, `--max-old-space-size=${megabytes}`]
    : undefined
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...(execArgv && { execArgv }),
  })
  const stop = () => void child.kill('SIGKILL')
  return { answer: answerOf<Answer, Progress>(child, order, options).finally(stop), stop }
}

async function answerOf<Answer, Progress>(
  child: ChildProcess,
  order: object,
  { brokenOff, onProgress }: ProcessOptions<Progress>,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  child.on('message', (message: ProcessMessage<Answer, Progress>) => {
    if ('answer' in message) resolve(message.answer)
    else if ('failed' in message) reject(new Error(message.failed))
    else onProgress?.(message.progress)
  })
  child.on('error', reject)
  once(child, 'exit').then(
    () => reject(new Error(brokenOff)),
    () => {},
  )
  child.send(order, (error) => error && reject(error))
  return promise
}

/** A lower priority than the server's. */
const PRIORITY = 10

/** Where memory runs out, Linux ends this process and not the server (proc(5)). */
function yieldMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Other systems have no such file.
  }
}

/** Words of progress are this far apart, in milliseconds. */
const PAUSE = 200

/** The other side: does the order it is sent, and ends with the server that sent it. */
export function serveOrders<Order, Answer, Progress = never>(
  work: (order: Order, onProgress: (progress: Progress) => void) => Promise<Answer>,
  sentenceOf: (error: unknown) => string,
): void {
  const send = (message: ProcessMessage<Answer, Progress>) => void process.send?.(message)
  let last = 0
  const onProgress = (progress: Progress) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    send({ progress })
  }
  process.on('disconnect', () => process.exit(1))
  process.on('message', async (order: Order) => {
    setPriority(PRIORITY)
    yieldMemory()
    // This process is ended as soon as it answered, so the compile cache is flushed now.
    flushCompileCache()
    send(
      await work(order, onProgress).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failed: sentenceOf(error) }),
      ),
    )
  })
}
