import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { HOUR } from '#contract/time/durations.ts'
import { plainEnvironment } from '#server/config/config.ts'
import type { Bucket, CopyPlace } from '#server/config/services.ts'
import { askBucket, reasonOf } from './s3.ts'

/** In ms: a copy that takes longer has failed. */
const LONGEST = 2 * HOUR

export function describeCopyPlace(to: CopyPlace): string {
  return 'bucket' in to
    ? `in ${to.bucket.bucket} at ${to.bucket.endpoint}`
    : 'where BACKUP_COMMAND copies it'
}

/** @throws Error with one sentence for the owner, without a key */
export async function copyBackup(
  to: CopyPlace,
  file: string,
  { stop, longest = LONGEST }: { stop: AbortSignal; longest?: number },
): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(longest)])
  const isBucket = 'bucket' in to
  try {
    await (isBucket ? putInto(to.bucket, file, signal) : run(to.command, file, signal))
  } catch (error) {
    const what = isBucket ? 'BACKUP_S3_URL' : 'BACKUP_COMMAND'
    if (stop.aborted) throw new Error('The copy was interrupted before it finished.')
    if (signal.aborted) throw new Error(`${what}: the copy took too long and was ended.`)
    if (!(error instanceof Error)) throw error
    throw new Error(`${what}: ${isBucket ? reasonOf(error) : error.message}`)
  }
}

/** The key may be one that only writes. A bucket that locks its objects wants an MD5. */
async function putInto(bucket: Bucket, file: string, signal: AbortSignal): Promise<void> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  for await (const piece of createReadStream(file, { signal })) {
    sha256.update(piece)
    md5.update(piece)
  }
  const body = { blob: await openAsBlob(file), hash: sha256.digest('hex') }
  const headers = { 'content-md5': md5.digest('base64') }
  const call = { method: 'PUT', key: basename(file), body, headers } as const
  await askBucket(bucket, call, { answering: LONGEST, signal })
}

/** By a shell that knows the file as $BACKUP_FILE, and nothing of the shop's settings. */
async function run(command: string, file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(command, {
    shell: true,
    // A group of its own, so that what the shell started ends with it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...plainEnvironment(), BACKUP_FILE: file },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-300)
  })
  const exit = once(child, 'exit', { signal })
  const [status, killedBy] = await exit.finally(() => {
    const { pid } = child
    if (signal.aborted && pid) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  })
  if (status !== 0) throw new Error(`it ended with ${status ?? killedBy}. ${said.trim()}`)
}
