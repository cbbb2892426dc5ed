import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { EMBED_PATH } from '#contract/feeds.ts'
import { isMailAddress } from '#contract/mail/mail-address.ts'
import {
  STALL_CACHES,
  STALL_MANIFEST,
  STALL_SCOPE,
  STALL_VERSION_FILE,
  STALL_WORKER,
  type StallVersion,
} from '#contract/market/stall-page.ts'
import {
  SHOP_WORKER,
  SHOP_WORKER_STATE,
  type ShopWorkerState,
} from '#contract/pages/offline-shop.ts'
import { DAY } from '#contract/time/durations.ts'
import type { App } from './endpoints.ts'
import { FEED_HEADERS, FOREVER } from './headers.ts'
import { findOlderAsset } from './older-assets.ts'

export type ListedPage = { path: string; changedAt: string | null }

const AN_HOUR = 'public, max-age=3600'

type SiteFiles = {
  origin: string
  listPages: () => Promise<ListedPage[]>
  contactEmail: () => Promise<string>
  now: () => Date
  dataDir: string
}

export function serveSiteFiles(
  app: App,
  { origin, listPages, contactEmail, now, dataDir }: SiteFiles,
): void {
  serveApplePayFile(app, dataDir)
  app.get('/robots.txt', { config: { access: 'public' } }, (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', AN_HOUR).send(robots(origin)),
  )
  app.get('/sitemap.xml', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(sitemap(origin, await listPages())),
  )
  app.get('/.well-known/security.txt', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(securityText(origin, await contactEmail(), now())),
  )
  app.get('/.well-known/change-password', { config: { access: 'public' } }, (_, reply) =>
    reply.redirect('/admin#password', 302),
  )
}

const A_YEAR = 365 * DAY

/** Where to report a vulnerability (RFC 9116); without an email, the shop's contact section. */
function securityText(origin: string, email: string, now: Date): string {
  const contact = isMailAddress(email) ? `mailto:${email}` : `${origin}/#contact`
  const expires = new Date(now.getTime() + A_YEAR).toISOString()
  const canonical = `${origin}/.well-known/security.txt`
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`
}

/** The desk, checkout and receipts say noindex themselves; a crawler must be able to read that. */
function robots(origin: string): string {
  return `User-agent: *\nAllow: /api/feeds/\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
}

function sitemap(origin: string, pages: ListedPage[]): string {
  const entries = pages.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
    return `  <url><loc>${origin}${path}</loc>${changed}</url>\n`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n',
    ...entries,
    '</urlset>\n',
  ].join('')
}

const A_DAY = 'public, max-age=86400'

const FIXED_NAMES = [
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'social.png',
]

/** Mails show it, on pages that aren't ours. */
const MAIL_ICON = 'icon-192.png'

const SHOP_MANIFEST = '/manifest.webmanifest'

const BUILT_NAME = /(?<=": ")Farmstand/g

type FarmFiles = {
  farmName: () => Promise<string>
  farmIcon: (file: string) => Promise<Buffer | null>
  dataDir: string
  workersOn: { shop: boolean; stall: boolean }
}

/** Compressed at build time; files with a hash in their name are cached forever. */
export async function serveBuilt(
  app: App,
  client: string,
  { farmName, farmIcon, workersOn, dataDir }: FarmFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  })
  const own = new Set(await readdir(join(client, 'assets')).catch(() => []))
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { access: 'public' } },
    async (request, reply) => {
      const name = request.params['*']
      reply.header('cache-control', FOREVER).header('vary', 'Accept-Encoding')
      const folder = own.has(name) ? null : await findOlderAsset(dataDir, name)
      return folder ? reply.sendFile(name, folder) : reply.sendFile(`assets/${name}`, client)
    },
  )
  serveWorker(app, client, { ...SHOPS, isOn: workersOn.shop })
  serveWorker(app, client, { ...STALLS, isOn: workersOn.stall })
  app.get(EMBED_PATH, { config: { access: 'public' } }, (_, reply) =>
    reply
      .headers(FEED_HEADERS)
      .header('vary', 'Accept-Encoding')
      .sendFile(basename(EMBED_PATH), client),
  )
  for (const name of FIXED_NAMES) {
    app.get(`/${name}`, { config: { access: 'public' } }, async (_, reply) => {
      reply.header('cache-control', A_DAY)
      if (name === MAIL_ICON) reply.header('cross-origin-resource-policy', 'cross-origin')
      const own = await farmIcon(name)
      if (!own) return reply.sendFile(name, client)
      return reply.type(name.endsWith('.svg') ? 'image/svg+xml' : 'image/png').send(own)
    })
  }
  for (const address of [SHOP_MANIFEST, STALL_MANIFEST])
    app.get(address, { config: { access: 'public' } }, async (_, reply) => {
      const built = await readFile(join(client, basename(address)), 'utf8').catch(() => null)
      if (built === null) return reply.callNotFound()
      const name = JSON.stringify(await farmName()).slice(1, -1)
      return reply
        .type('application/manifest+json')
        .header('cache-control', A_DAY)
        .send(built.replaceAll(BUILT_NAME, () => name))
    })
}

const NAME = 'apple-developer-merchantid-domain-association'

/** Apple's file is about 9 KB; anything much larger is something else. */
const MAX_BYTES = 64 * 1024

/** Proves the domain to Apple Pay, once the owner puts Stripe's file into the data folder. */
function serveApplePayFile(app: App, dataDir: string): void {
  const path = join(dataDir, NAME)
  app.get(`/.well-known/${NAME}`, { config: { access: 'public' } }, async (_, reply) => {
    const file = await readSmallFile(path)
    if (file === null) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(file)
  })
}

async function readSmallFile(path: string): Promise<Buffer | null> {
  try {
    const found = await stat(path)
    const isFit = found.isFile() && found.size > 0 && found.size <= MAX_BYTES
    return isFit ? await readFile(path) : null
  } catch {
    return null
  }
}

/** Browsers check for a newer worker at any time, and must see one immediately. */
const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

/** Removes only itself and its caches. Fetched past the worker, it can end even a broken one. */
const leavingWorker = (caches: string) => `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('${caches}')).map((name) => caches.delete(name)))
  await registration.unregister()
}
`

/** `state`: what it fetches about itself; `file`: built script; `caches`: prefix of its caches. */
type Worker = { script: string; state: string; file: string; caches: string; scope?: string }

const SHOPS: Worker = {
  script: SHOP_WORKER,
  state: SHOP_WORKER_STATE,
  file: 'shop-worker',
  caches: 'shop-',
}

const STALLS: Worker = {
  script: STALL_WORKER,
  state: STALL_VERSION_FILE,
  file: 'stall-worker',
  caches: STALL_CACHES,
  scope: STALL_SCOPE,
}

function serveWorker(
  app: App,
  client: string,
  { script, state, file, caches, scope, isOn }: Worker & { isOn: boolean },
): void {
  app.get(script, { config: { access: 'public' } }, (_, reply) => {
    reply.headers(SCRIPT_HEADERS)
    // Its scope is wider than its script's folder.
    if (scope) reply.header('service-worker-allowed', scope)
    return isOn ? reply.sendFile(`${file}.js`, client) : reply.send(leavingWorker(caches))
  })
  app.get(state, { config: { access: 'public' } }, async (_, reply) => {
    const release = await readFile(join(client, `${file}.release`), 'utf8').catch(() => '')
    const answer: ShopWorkerState & StallVersion = { kill: !isOn, release }
    return reply.header('cache-control', 'no-store').send(answer)
  })
}
