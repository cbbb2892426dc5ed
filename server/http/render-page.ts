import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { App } from './endpoints.ts'

export type RenderedPage = { status: number; html: string }

/** By API path, like `/api/products`: `limit` of a list, or one product and what goes with it. */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

type Meta = { version: number; origin: string | null }

export type EntryServer = {
  render(path: string, load: Load, meta: Meta): Promise<RenderedParts>
}

type RenderedParts = {
  template: Template
  status: 200 | 404 | 410
  head: string
  html: string
  state: string
}

type Template = 'shop' | 'desk' | 'stall'

const TEMPLATES: readonly Template[] = ['shop', 'desk', 'stall']

type RenderPage = (path: string, load: Load, meta: Meta) => Promise<RenderedPage>

export type Pages = {
  renderPage: RenderPage
  client: string | null
  dev?: { attach(app: App): Promise<void> }
}

/** Renders with the pages as built into `dist`. @throws Error when they are not built */
export async function builtPages(dist: string): Promise<RenderPage> {
  const read = async (name: Template) =>
    [name, await readFile(join(dist, `client/${name}.html`), 'utf8')] as const
  const templates = new Map(
    await Promise.all(TEMPLATES.map(read)).catch(() => {
      throw new Error('The pages are not built yet. Run: npm run build')
    }),
  )
  const entry: EntryServer = await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)
  return async (path, load, meta) => {
    const parts = await entry.render(path, load, meta)
    return fillTemplate(templates.get(parts.template) ?? '', parts)
  }
}

/** Replaces with a function, so that `$` in a product's name stays a dollar sign. */
export function fillTemplate(
  template: string,
  page: Omit<RenderedParts, 'template'>,
): RenderedPage {
  const parts: Record<string, string> = { head: page.head, app: page.html, state: page.state }
  const html = template.replace(/<!--(head|app|state)-->/g, (_, part: string) => parts[part] ?? '')
  return { status: page.status, html }
}
