import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { expect } from 'vitest'

/** Why strace can't record system calls or make them fail here; null if it can. */
export function whyNoStrace(): string | null {
  if (process.platform !== 'linux') return 'strace is there on Linux only'
  const tried = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'])
  if (tried.error) return 'strace is not installed'
  return tried.status === 0
    ? null
    : `strace may not look here (${tried.stderr.toString().trim().slice(0, 200)})`
}

/**
 * The command that runs a server under strace, which logs the calls that reach its disk and its
 * visitors.
 */
export function writtenDown(log: string, trouble: string[] = []): string[] {
  const calls =
    'pwrite64,write,writev,fsync,fdatasync,ftruncate,unlink,unlinkat,rename,renameat,mkdir'
  // `-D`: the server keeps the process that was started, and strace watches from the side.
  const text = `strace -D -f --seccomp-bpf -y -xx -s 300000 -q -e signal=kill -e trace=${calls}`
  return [...text.split(' '), ...trouble, '-o', log]
}

export async function untilWritten(log: string, pid: number | undefined): Promise<void> {
  const end = new RegExp(`^${pid} +\\+\\+\\+ killed by SIGKILL`, 'm')
  const isThere = async () => end.test(await endOf(log))
  await expect.poll(isThere, { timeout: 30_000, interval: 50 }).toBe(true)
}

/** Does the work while these calls of a server fail; returns whether any did. */
export async function withTrouble<T>(
  pid: number | undefined,
  trouble: string,
  work: () => Promise<T>,
) {
  const strace = spawn('strace', ['-f', '-p', String(pid), '-e', `inject=${trouble}`])
  let said = ''
  strace.stderr.on('data', (text: Buffer) => (said += text))
  await expect.poll(() => / attached/.test(said), { timeout: 30_000, interval: 5 }).toBe(true)
  const result = await work()
  const gone = once(strace, 'exit')
  strace.kill('SIGINT')
  await gone
  return { result, happened: said.includes('(INJECTED)') }
}

/** A log may be longer than a string can be. */
async function endOf(log: string): Promise<string> {
  const file = await open(log)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(10_000),
      position: Math.max(0, size - 10_000),
    })
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}
