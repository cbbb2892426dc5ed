import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isMailAddress } from '#contract/mail-address.ts'
import { STALL_MANIFEST } from '#contract/stall-page.ts'
import { serveApplePayFile } from './apple-pay-file.ts'
import { FOREVER } from './headers.ts'
import { findOlderAsset } from './older-assets.ts'
import { serveWorkers, type WorkersOn } from './page-workers.ts'
import type { App } from './serve.ts'

/** `changedAt` is an ISO 8601 instant, null where no change is known. */
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

const A_YEAR = 365 * 24 * 60 * 60_000

/** Where to report a vulnerability (RFC 9116); without a mail address, the shop's contact section. */
function securityText(origin: string, email: string, now: Date): string {
  const contact = isMailAddress(email) ? `mailto:${email}` : `${origin}/#contact`
  const expires = new Date(now.getTime() + A_YEAR).toISOString()
  const canonical = `${origin}/.well-known/security.txt`
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${canonical}\n`
}

/** Desk, checkout and receipts say noindex themselves, which only a reader can read. */
function robots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
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

/** It stands in the head of mails, which are read on pages of somebody else's. */
const MAIL_ICON = 'icon-192.png'

const SHOP_MANIFEST = '/manifest.webmanifest'

/** The name in the built manifests, where the farm's own goes. */
const BUILT_NAME = /(?<=": ")Farmstand/g

type FarmFiles = {
  farmName: () => Promise<string>
  farmIcon: (file: string) => Promise<Buffer | null>
  /** Where built files of releases before this one are kept. */
  dataDir: string
  workersOn: WorkersOn
}

/** Files compressed at build time; those with a hash in their name are kept forever. */
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
    (request, reply) => {
      const name = request.params['*']
      reply.header('cache-control', FOREVER).header('vary', 'Accept-Encoding')
      if (own.has(name)) return reply.sendFile(`assets/${name}`, client)
      return findOlderAsset(dataDir, name).then((folder) =>
        folder === null ? reply.sendFile(`assets/${name}`, client) : reply.sendFile(name, folder),
      )
    },
  )
  serveWorkers(app, client, workersOn)
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
