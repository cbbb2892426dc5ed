import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { OwnerError } from '#server/config/config.ts'

const PROJECT = resolve(import.meta.dirname, '../..')

/** In ms; it is a few kilobytes. */
const PATIENCE = 20_000

const file = z.object({ name: z.string(), sha256: z.string(), bytes: z.number() })

const release = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  isSecurity: z.boolean(),
  news: z.string(),
  files: z.partialRecord(z.enum(['x64', 'arm64']), file),
})
export type Release = z.output<typeof release>

/** Where releases are told: in the settings, else where package.json says; null while that is nobody's. */
export function feedOf(updateFeed: string | null): string | null {
  if (updateFeed !== null) return updateFeed === 'off' ? null : updateFeed
  const manifest = readFileSync(join(PROJECT, 'package.json'), 'utf8')
  const { repository }: { repository: string } = JSON.parse(manifest)
  return repository.includes('/OWNER/')
    ? null
    : `${repository}/releases/latest/download/farmstand.json`
}

/** The public half of the releaser's key, PEM; null in a program that nobody released. */
export function releaseKey(): string | null {
  const path = join(PROJECT, 'release-key.pub')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Nothing about the shop is sent. @throws OwnerError unless it is signed by that key */
export async function readFeed(address: string, key: string | null): Promise<Release> {
  if (key === null)
    throw new OwnerError('This program knows no key of a releaser, so it trusts no update.')
  const [text, signature] = [await fetchText(address), await fetchText(`${address}.sig`)]
  const isSigned = verify(
    null,
    Buffer.from(text),
    createPublicKey(key),
    Buffer.from(signature, 'base64'),
  )
  if (!isSigned)
    throw new OwnerError(`${address} is not signed by the releaser. Nothing was changed.`)
  return release.parse(JSON.parse(text))
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null)
  if (!answer?.ok)
    throw new OwnerError(
      `${address} cannot be read: ${answer ? `status ${answer.status}` : 'no answer'}.`,
    )
  return answer.text()
}

export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const at = (a ?? []).findIndex((part, place) => part !== b?.[place])
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}

/** For the daily look at the desk; null where there is nobody to ask or no key to trust. */
export function releaseReader(updateFeed: string | null): (() => Promise<Release>) | null {
  const [feed, key] = [feedOf(updateFeed), releaseKey()]
  return feed === null || key === null ? null : () => readFeed(feed, key)
}
