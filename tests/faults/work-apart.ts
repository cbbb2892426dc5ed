import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { KilledWork } from './killed-work.ts'

const PROGRAM = join(import.meta.dirname, 'killed-work.ts')

/**
 * Does the work in another process; returns whether it was killed, by itself or after `after` ms.
 * @throws Error when it failed by itself
 */
export async function workApart(work: KilledWork, after?: number): Promise<'killed' | 'done'> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(work)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(after === undefined ? {} : { timeout: after, killSignal: 'SIGKILL' }),
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text))
  const [code, signal] = await once(child, 'close')
  if (signal === 'SIGKILL') return 'killed'
  if (code !== 0) throw new Error(said)
  return 'done'
}
