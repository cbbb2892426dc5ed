import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

/** Ticks of the kernel's clock in a second. */
const TICKS = 100

/** Whether a program can be called on this machine. */
export function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0
}

/** Starts a program and waits until it says that it is ready; what it then answers is the match. */
export async function startSaying(
  [program = '', ...args]: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; said: RegExpExecArray }> {
  const { PATH, HOME } = process.env
  const child = spawn(program, args, { env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.removeListener('exit', end))
  let printed = ''
  const said = new Promise<RegExpExecArray>((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      printed += bytes
      const found = ready.exec(printed)
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} did not start: ${printed}`)))
  })
  return { child, said: await said }
}

/** Ends a started program; `pid` is the one to tell where it is only watched over by the program itself. */
export async function stop(child: ChildProcess, pid = child.pid): Promise<void> {
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  process.kill(pid, 'SIGTERM')
  await gone
}

/** Seconds of processor time that a process and its children used so far, all threads together. */
export function cpuSeconds(pid: number): number {
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/ (?=[A-Z] )| /)
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own)
}

/** Megabytes of memory that a process holds now, and held at most. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed ? listed.split(' ').map(Number) : []
}
