import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

export function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

/** Waits until the program prints `ready`; returns the match. */
export async function startPrinting(
  [program = '', ...args]: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; said: RegExpExecArray }> {
  const { PATH, HOME } = process.env
  const child = spawn(program, args, {
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  let printed = ''
  const said = new Promise<RegExpExecArray>((resolve, reject) => {
    const receive = (bytes: Buffer) => {
      printed += bytes
      const found = ready.exec(printed)
      if (!found) return
      // The log grows with every call, and searching it again would slow the buyers in this
      // process.
      for (const stream of [child.stdout, child.stderr]) stream.off('data', receive).resume()
      resolve(found)
    }
    child.stdout.on('data', receive)
    child.stderr.on('data', receive)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} did not start: ${printed}`)))
  })
  return { child, said: await said }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** CPU seconds so far of a process and its children, all threads, to the microsecond. */
export function cpuSeconds(pid: number): number {
  const own =
    readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanosecondsOf(pid, thread), 0) /
    1e9
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own)
}

function nanosecondsOf(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  } catch (error) {
    // A thread may end between the two reads.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
}

/** Megabytes held now and at peak. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return { now: megabytesIn(status, 'VmRSS'), most: megabytesIn(status, 'VmHWM') }
}

function megabytesIn(listed: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(listed)?.[1] ?? 0) / 1024
}

/** Megabytes: RSS counts shared memory in full for each process, PSS only its share. */
export type Held = { rssMb: number; pssMb: number }

/** Counts children too. */
export function memoryOfAll(pid: number): Held {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const own = { rssMb: megabytesIn(rollup, 'Rss'), pssMb: megabytesIn(rollup, 'Pss') }
  return childrenOf(pid)
    .map(memoryOfAll)
    .reduce(
      (sum, { rssMb, pssMb }) => ({ rssMb: sum.rssMb + rssMb, pssMb: sum.pssMb + pssMb }),
      own,
    )
}

function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed ? listed.split(' ').map(Number) : []
}
