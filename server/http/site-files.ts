import type { App } from './serve.ts'

/** A page that search engines may list; `changedAt` is an ISO 8601 instant, null where no change is known. */
export type ListedPage = { path: string; changedAt: string | null }

const AN_HOUR = 'public, max-age=3600'

/** What search engines ask for first: what they may read, and where everything is. `origin` starts every address. */
export function serveSiteFiles(app: App, origin: string, listPages: () => Promise<ListedPage[]>): void {
  app.get('/robots.txt', { config: { access: 'public' } }, (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', AN_HOUR).send(robots(origin)),
  )
  app.get('/sitemap.xml', { config: { access: 'public' } }, async (_, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(sitemap(origin, await listPages())),
  )
}

/** Desk, checkout and receipts are not forbidden here: they say noindex themselves, which only a reader can read. */
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
