import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#server/files/durable-files.ts'
import { readIfThere, removeSecret } from '#server/files/secret-files.ts'

// What the desk asked the next start for: DATA_DIR/restore-request holds the backup's file and,
// from the moment the farmer confirmed it, request.json. What became of it stands in restored.json.

const restoreRequest = z.object({
  name: z.string(),
  madeAt: z.string(),
  requestedAt: z.string(),
  /** Starts that began it; a shop that cannot be restored must open again some time. */
  tries: z.int(),
})
export type RequestedRestore = z.output<typeof restoreRequest>

const pastRestore = z.object({
  at: z.string(),
  name: z.string(),
  madeAt: z.string(),
  keptIn: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  isRecorded: z.boolean(),
})
type EndedRestore = z.output<typeof pastRestore>

export function restoreFolder(dataDir: string): string {
  return join(dataDir, 'restore-request')
}

/** The backup that is checked, and put in the place of the shop once it is confirmed. */
export function requestedFile(dataDir: string): string {
  return join(restoreFolder(dataDir), 'backup')
}

const requestIn = (dataDir: string) => join(restoreFolder(dataDir), 'request.json')
const endIn = (dataDir: string) => join(dataDir, 'restored.json')

export function readRequest(dataDir: string): RequestedRestore | null {
  return readJson(restoreRequest, requestIn(dataDir))
}

export function writeRequest(dataDir: string, request: RequestedRestore): void {
  replaceFile(requestIn(dataDir), JSON.stringify(request))
}

export function clearRequest(dataDir: string): void {
  rmSync(requestIn(dataDir), { force: true })
  rmSync(restoreFolder(dataDir), { recursive: true, force: true })
  removeSecret(dataDir, 'restore-passphrase')
}

/** Notes how a request ended, and is done with it. Nothing where there was none. */
export function endRequest(
  dataDir: string,
  end: Pick<EndedRestore, 'keptIn' | 'failure'>,
  at: Date,
): void {
  const request = readRequest(dataDir)
  if (!request) return
  const { name, madeAt } = request
  const ended = { at: at.toISOString(), name, madeAt, ...end, isRecorded: false }
  replaceFile(endIn(dataDir), JSON.stringify(ended satisfies EndedRestore))
  clearRequest(dataDir)
}

export function readEnded(dataDir: string): EndedRestore | null {
  return readJson(pastRestore, endIn(dataDir))
}

export function markRecorded(dataDir: string, ended: EndedRestore): void {
  replaceFile(endIn(dataDir), JSON.stringify({ ...ended, isRecorded: true }))
}

/** A file of another shape is not a request of ours. */
function readJson<Shape extends z.ZodType>(shape: Shape, file: string): z.output<Shape> | null {
  const text = readIfThere(file)
  if (text === null) return null
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
