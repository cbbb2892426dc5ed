import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '#server/files/durable-files.ts'
import { readIfThere, removeSecret } from '#server/files/secret-files.ts'

// What the desk asked of the next start: DATA_DIR/restore-request holds the backup file and, once
// the farmer confirmed, request.json. The outcome goes to restored.json.

const restoreRequest = z.object({
  name: z.string(),
  madeAt: z.string(),
  requestedAt: z.string(),
  /** Starts that tried it; a shop that can't be restored must open again eventually. */
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

function readJson<Shape extends z.ZodType>(shape: Shape, file: string): z.output<Shape> | null {
  const text = readIfThere(file)
  if (text === null) return null
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}
