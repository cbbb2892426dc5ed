import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import { type EntryServer, fillTemplate, type Pages } from './http/render-page.ts'

const WEB = resolve(import.meta.dirname, '../web')

export async function devPages(): Promise<Pages> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    client: null,
    renderPage: async (path, load, meta) => {
      const entry = (await vite.ssrLoadModule('/entry-server.tsx')) as EntryServer
      const parts = await entry.render(path, load, meta)
      const source = await readFile(resolve(WEB, `${parts.template}.html`), 'utf8')
      return fillTemplate(await vite.transformIndexHtml(path, source), parts)
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
