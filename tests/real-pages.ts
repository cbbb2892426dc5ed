import type { Pages } from '#server/http/render-page.ts'
import { render } from '#web/entry-server.tsx'

/** Our own pages, without the template around them. */
export const REAL_PAGES: Pages = {
  client: null,
  renderPage: async (path, load, meta) => {
    const { status, head, html, state } = await render(path, load, meta)
    return { status, html: head + html + state }
  },
}
