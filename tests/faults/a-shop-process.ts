import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { ShopErrand, ShopOrder, ShopWord } from './shop-process.ts'

export type ShopProcess = {
  url: string
  settle(): Promise<void>
  /** Runs the jobs once, with the clock `ahead` ms. */
  round(ahead: number): Promise<void>
  /** Kills it like a power cut (SIGKILL), and waits until it's gone. */
  kill(): Promise<void>
  isAlive(): boolean
}

const PROGRAM = join(import.meta.dirname, 'shop-process.ts')

/** Opens a shop in its own process; it listens, and its startup round is over. */
export async function aShopProcess(config: Config, ahead: number): Promise<ShopProcess> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const order: ShopOrder = { config, ahead }
  const child = fork(PROGRAM, [JSON.stringify(order)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    // Room for new objects: a start throws many away.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (printed += text))
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  child.once('exit', (code, signal) =>
    end(new Error(`The shop ended (${signal ?? code}):\n${printed}`)),
  )
  const isAlive = () => child.exitCode === null && child.signalCode === null
  const heard = async (): Promise<ShopWord> =>
    (await Promise.race([once(child, 'message'), ended]))[0]
  const done = async (errand: ShopErrand) => {
    child.send(errand)
    await heard()
  }
  const opened = await heard()
  return {
    url: 'url' in opened ? opened.url : '',
    isAlive,
    settle: () => done({ settle: true }),
    round: (to) => done({ ahead: to }),
    async kill() {
      if (!isAlive()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
