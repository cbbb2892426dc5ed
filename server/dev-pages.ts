import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import { type EntryServer, fillTemplate, type Pages } from './http/render-page.ts'

const WEB = resolve(import.meta.dirname, '../web')

/** Pages straight from their sources, hot-reloaded by Vite on a port of its own. For `npm run dev` only. */
export async function devPages(): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    client: null,
    renderPage: async (path, load, meta) => {
      const template = await vite.transformIndexHtml(path, await readFile(resolve(WEB, 'index.html'), 'utf8'))
      const entry = (await vite.ssrLoadModule('/entry-server.tsx')) as EntryServer
      return fillTemplate(template, await entry.render(path, load, meta))
    },
    dev: {
      attach: async (app) => {
        await app.register(middie)
        app.use(vite.middlewares)
        app.addHook('onClose', () => vite.close())
      },
    },
  }
}
