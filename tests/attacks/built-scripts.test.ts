import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aRunningShop } from '#tests/e2e/a-running-shop.ts'

const SCRIPT = /<script\b[^>]*? src="([^"]+)"[^>]*>/g

test('every script a page starts with is sealed with the bytes that are served, however they travel', async () => {
  const { url } = await aRunningShop()
  const pages = [
    ...['/', '/checkout', '/admin', '/nowhere', '/newsletter/confirm/x', '/waiting/x', '/o/new/x'],
    ...['/o/x', '/pages/our-farm', '/p/1-farm-fresh-eggs-dozen'],
  ]
  for (const page of pages) {
    const html = await (await fetch(url + page)).text()
    const scripts = [...html.matchAll(SCRIPT)]
    expect(scripts.length, page).toBeGreaterThan(0)
    for (const [tag, address = ''] of scripts) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await fetch(url + address, { headers: { 'accept-encoding': encoding } })
        const hash = createHash('sha384').update(Buffer.from(await answer.arrayBuffer()))
        expect(tag, `${page} ${encoding}`).toContain(`integrity="sha384-${hash.digest('base64')}"`)
      }
    }
  }
})
