import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

/** A first visit to the home page: bytes by kind, as sent to a browser that takes brotli. */
export type FirstView = {
  bytes: Record<'html' | 'script' | 'styles' | 'fonts' | 'pictures', number>
  /** Every script of the first view; the one the page names comes first. */
  scripts: string[]
  requests: number
  html: string
}

export async function weighFirstView(url: string): Promise<FirstView> {
  const page = await travelling(url)
  const html = brotliDecompressSync(page).toString()
  const found = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, path]) => path ?? '')),
  ]
  const weigh = async (paths: string[]) => {
    const parts = await Promise.all(paths.map((path) => travelling(url + path)))
    return parts.reduce((sum, part) => sum + part.length, 0)
  }
  const scripts = await scriptsOf(url, found(/<script type="module"[^>]* src="([^"]+)"/g))
  const styles = found(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)
  const fonts = found(/href="([^"]+\.woff2)"/g)
  const pictures = found(/<img[^>]* src="([^"]+)"/g)
  const bytes = {
    html: page.length,
    script: await weigh(scripts),
    styles: await weigh(styles),
    fonts: await weigh(fonts),
    pictures: await weigh(pictures),
  }
  const requests = 1 + scripts.length + styles.length + fonts.length + pictures.length
  return { bytes, scripts, requests, html }
}

async function scriptsOf(url: string, named: string[]): Promise<string[]> {
  const code = async (path: string) => brotliDecompressSync(await travelling(url + path)).toString()
  const [, first = ''] = /import\([`"]\.(\/[^`"]+)[`"]\)/.exec(await code(named[0] ?? '')) ?? []
  const imported = [
    ...(await code(`/assets${first}`)).matchAll(/(?:from|import) ?[`"]\.(\/[^`"]+)[`"]/g),
  ].map(([, path]) => path ?? '')
  return [...new Set([...named, ...[first, ...imported].map((path) => `/assets${path}`)])]
}

function travelling(url: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => resolve(buffer(answer))).on(
    'error',
    reject,
  )
  return promise
}
