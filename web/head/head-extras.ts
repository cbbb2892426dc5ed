import type { QueryClient } from '@tanstack/react-query'
import { pictureName, variantUrl } from '#contract/products/pictures.ts'
import type { Product } from '#contract/products/products.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { settingsQuery } from '#web/api/shop-queries.ts'
import { absolute, productOf, structuredData } from './structured-data.ts'

type SharePicture = { path: string; alt: string; width?: number; height?: number }

const SOCIAL_PICTURE: SharePicture = {
  path: '/social.png',
  alt: 'A barn before green hills and a crate of vegetables',
  width: 1200,
  height: 630,
}

type Rendered = {
  /** Title, description and robots as React wrote them, escaped. */
  head: string
  path: string
  /** Such as https://farm.example; null while the shop has no public address. */
  origin: string | null
  client: QueryClient
}

/** For listed pages only: canonical address, Open Graph and JSON-LD. */
export function headExtras({ head, path, origin, client }: Rendered): string {
  if (head.includes('name="robots"')) return ''
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1] ?? ''
  const stored = client.getQueryData(settingsQuery.queryKey) ?? []
  const product = productOf(client, path)
  const facts = {
    'og:site_name': inAttribute(settingValue(stored, 'farm_name')),
    'og:type': product ? 'product' : 'website',
    'og:title': title,
    'og:description': description,
    ...(product && {
      'product:price:amount': product.price.toFixed(2),
      'product:price:currency': 'USD',
    }),
  }
  const data = structuredData(client, path, origin ?? '')
  return [
    origin === null
      ? ''
      : addressed(origin, path, (product && pictureOf(product)) ?? SOCIAL_PICTURE),
    ...Object.entries(facts).map(([property, content]) => meta(property, content)),
    data === null ? '' : `<script type="application/ld+json">${inScript(data)}</script>`,
  ].join('')
}

function pictureOf({ name, imageUrl }: Product): SharePicture | null {
  if (!imageUrl) return null
  const uploaded = pictureName(imageUrl)
  return {
    path: uploaded ? variantUrl(uploaded, { width: 1200, format: 'webp' }) : imageUrl,
    alt: inAttribute(name),
  }
}

function addressed(origin: string, path: string, picture: SharePicture): string {
  const { alt, width, height } = picture
  return [
    `<link rel="canonical" href="${origin}${path}"/>`,
    meta('og:url', origin + path),
    meta('og:image', inAttribute(absolute(picture.path, origin))),
    ...(width && height
      ? [meta('og:image:width', String(width)), meta('og:image:height', String(height))]
      : []),
    meta('og:image:alt', alt),
    '<meta name="twitter:card" content="summary_large_image"/>',
  ].join('')
}

/** `content` must be escaped already: React wrote it, or it is our own. */
function meta(property: string, content: string): string {
  return `<meta property="${property}" content="${content}"/>`
}

function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function inScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
