import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'

type ProcessMessage<Answer, Progress> =
  | { answer: Answer }
  | { failed: string }
  | { progress: Progress }

export type Running<Answer> = { answer: Promise<Answer>; stop(): void }

type ProcessOptions<Progress> = {
  brokenOff: string
  /** Heap limit in MB; a program that needs more is killed. */
  megabytes?: number
  onProgress?: (progress: Progress) => void
}

/** Shoppers don't wait for it. The order goes by pipe: others can see arguments and variables. */
export function runInProcess<Answer, Progress = never>(
  program: string,
  order: object,
  { brokenOff, megabytes, onProgress }: ProcessOptions<Progress>,
): Running<Answer> {
  const limit = megabytes ? [`--max-old-space-size=${megabytes}`] : []
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [...process.execArgv, ...limit],
  })
  const stop = () => void child.kill('SIGKILL')
  const answer = new Promise<Answer>((resolve, reject) => {
    child.on('message', (message: ProcessMessage<Answer, Progress>) => {
      if ('answer' in message) resolve(message.answer)
      else if ('failed' in message) reject(new Error(message.failed))
      else onProgress?.(message.progress)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(brokenOff)))
    child.send(order, (error) => error && reject(error))
  })
  return { answer: answer.finally(stop), stop }
}

const PRIORITY = 10

/** If memory runs out, Linux kills this process, not the server (proc(5)). */
function yieldMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '800')
  } catch {
    // Other systems have no such file.
  }
}

/** In ms between progress messages. */
const PAUSE = 200

/** The child's side: carries out its order, and ends with the server that sent it. */
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
    // The process ends right after it answers, so flush the compile cache now.
    flushCompileCache()
    send(
      await work(order, onProgress).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failed: sentenceOf(error) }),
      ),
    )
  })
}

const PROGRAM = resolve(import.meta.dirname, '../restore-process.ts')

/** In MB: must fit beside the shop in one gigabyte, whatever the file holds. */
const MEMORY = 512

export function checkInProcess<Found, Progress>(
  order: object,
  onProgress: (progress: Progress) => void,
): Running<Found> {
  return runInProcess<Found, Progress>(PROGRAM, order, {
    megabytes: MEMORY,
    brokenOff: 'The check was interrupted before it finished.',
    onProgress,
  })
}
