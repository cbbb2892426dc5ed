import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAX_UPLOAD } from '#contract/uploads.ts'
import { aForm, aPhoto, aPhotoOf, aPngThatClaims } from '#tests/a-picture.ts'
import { aRunningShop, PASSWORD, type RunningShop } from '#tests/e2e/a-running-shop.ts'
import { IS_LONG } from '../length-of-run.ts'

const TIMES = IS_LONG ? 60 : 3
const BOMBS = 20

async function aDesk() {
  const shop = await aRunningShop({ DEMO: '0', LIMITS: 'off' })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ password: PASSWORD })
  const answer = await fetch(`${shop.url}/api/admin/login`, { method: 'POST', headers, body })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  const send = async (bytes: Buffer) => {
    const sent = await fetch(`${shop.url}/api/upload`, {
      method: 'POST',
      headers: { cookie },
      body: aForm(bytes),
    })
    return `${sent.status} ${sent.status === 201 ? '' : await sent.text()}`.trim()
  }
  return { shop, send }
}

/** In MiB: now and at peak. */
function memoryOf({ process: { pid } }: RunningShop): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

function leftovers({ dataDir }: RunningShop, before: ReadonlySet<string>): string[] {
  const strange = readdirSync(join(dataDir, 'uploads')).filter(
    (name) => !/^[\da-f]{32}\.webp$/.test(name),
  )
  return [...strange, ...uploadsIn(tmpdir()).filter((name) => !before.has(name))]
}

function uploadsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /upload|multipart|busboy|\.part$/i.test(name))
}

test('five megabytes are taken to the last byte and not one more, every time', {
  timeout: 300_000,
}, async () => {
  const { shop, send } = await aDesk()
  const before = new Set(uploadsIn(tmpdir()))
  const seen = new Map<string, number>()
  for (const more of [0, 1, 64 * 1024, 5 * 1024 * 1024]) {
    const bytes = await aPhotoOf(MAX_UPLOAD + more)
    for (let time = 0; time < TIMES; time++) {
      const said = `+${more}: ${await send(bytes).catch((error) => `${error.cause?.code ?? error}`)}`
      seen.set(said, (seen.get(said) ?? 0) + 1)
    }
  }
  console.info(Object.fromEntries(seen))
  expect(Object.fromEntries(seen)).toEqual({
    '+0: 201': TIMES,
    '+1: 413 Please select an image smaller than 5MB': TIMES,
    '+65536: 413 Please select an image smaller than 5MB': TIMES,
    '+5242880: 413 Please select an image smaller than 5MB': TIMES,
  })
  expect(leftovers(shop, before)).toEqual([])
})

test('twenty small files that unfold to 900 million px at once do not fill the memory', {
  timeout: 60_000,
}, async () => {
  const { shop, send } = await aDesk()
  const bomb = aPngThatClaims(30_000, 30_000)
  expect(await send(await aPhoto())).toBe('201')
  const before = memoryOf(shop)
  const answers = await Promise.all(Array.from({ length: BOMBS }, () => send(bomb)))
  const after = memoryOf(shop)
  const rise = after.most - before.now
  console.info(
    `${BOMBS} bombs of ${bomb.length} bytes: the server held ${before.now.toFixed(0)} MiB, at most ${rise.toFixed(0)} more`,
  )
  expect(new Set(answers.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['413']))
  expect(rise).toBeLessThan(150)
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
})
