// Who may import whom. A new place or arrow starts as a line here.

import { describe, expect, test } from 'vitest'
import { readSource, readSources, type Source } from './read-sources.ts'

interface Place {
  files: RegExp
  /** Other places its files may import; their own is always allowed. */
  mayUse: string[]
  /** Packages its files may import; unset means any. */
  packages?: RegExp
}

const listed = (names: string) => names.split(' ')

const serverLeaves = [
  ...listed('contract server/config server/core server/db'),
  ...listed('server/files server/http server/live server/outside'),
]
const browserPackages = /^(?!zod$|node:|#|fastify|@fastify|kysely|pg$)/

const places: Record<string, Place> = {
  contract: { files: /^contract\//, mayUse: [], packages: /^zod\/mini$/ },

  'server/main': {
    files: /^server\/(?:(?:run|serve)-shop|is-bundle-current\.d)\.ts$/,
    mayUse: [
      ...serverLeaves,
      ...listed('server/open-shop server/demo server/dev-pages server/watch server/workers'),
    ],
  },
  'server/workers': {
    files: /^server\/(workers|sleep-when-idle|collect-garbage)\.ts$/,
    mayUse: [],
  },
  'server/processes': {
    files: /^server\/(backup|books|restore)-process\.ts$/,
    mayUse: [...serverLeaves, 'server/features'],
  },
  'server/dev-pages': { files: /^server\/dev-pages\.ts$/, mayUse: serverLeaves },
  'server/open-shop': {
    files: /^server\/open-shop\.ts$/,
    mayUse: [
      ...serverLeaves,
      ...listed('server/shop server/app server/jobs server/watch server/demo server/features'),
    ],
  },
  'server/app': {
    files: /^server\/(app|serve-shop-pages|shop-pages|page-data|shop-live|setting-effects)\.ts$/,
    mayUse: [...serverLeaves, 'server/shop', 'server/watch', 'server/features'],
  },
  'server/watch': { files: /^server\/watch\//, mayUse: [...serverLeaves, 'server/shop'] },
  'server/jobs': {
    files: /^server\/job(s|-list)\.ts$/,
    mayUse: [...serverLeaves, 'server/shop', 'server/features'],
  },
  'server/demo': {
    files: /^server\/demo\//,
    mayUse: [...serverLeaves, 'server/shop', 'server/features'],
  },
  'server/features': {
    files: /^server\/features\/[^/]+\//,
    mayUse: [...serverLeaves, 'server/shop'],
  },
  'server/shop': { files: /^server\/shop\.ts$/, mayUse: serverLeaves },
  'server/db': {
    files: /^server\/db\//,
    mayUse: ['contract', 'server/config', 'server/core', 'server/files'],
  },
  'server/files': { files: /^server\/files\//, mayUse: ['server/core'] },
  'server/core': { files: /^server\/core\//, mayUse: ['contract', 'server/config', 'server/db'] },
  'server/http': { files: /^server\/http\//, mayUse: ['contract', 'server/config', 'server/core'] },
  'server/live': {
    files: /^server\/live\//,
    mayUse: ['contract', 'server/config', 'server/core', 'server/http'],
  },
  'server/outside': {
    files: /^server\/outside\//,
    mayUse: ['contract', 'server/config', 'server/core'],
  },
  'server/config': { files: /^server\/config\//, mayUse: ['contract'] },

  'web/entry-server': {
    files: /^web\/(entry-server\.tsx|head\/(?!page-head\.).*)$/,
    mayUse: listed('web/routes web/page-head web/shop web/desk web/ui web/api contract'),
  },
  'web/page-head': { files: /^web\/head\/page-head\.tsx$/, mayUse: [], packages: browserPackages },
  'web/entry-client': {
    files: /^web\/(start\.ts|live\.ts|entry-client\.tsx)$/,
    mayUse: ['web/routes', 'web/shop', 'web/desk', 'web/ui', 'web/api', 'contract'],
    packages: browserPackages,
  },
  'web/routes': {
    files: /^web\/routes\.tsx$/,
    mayUse: ['web/shop', 'web/desk', 'web/page-head', 'web/ui', 'web/api', 'contract'],
    packages: browserPackages,
  },
  'web/shop': {
    files: /^web\/shop\/[^/]+\//,
    mayUse: ['web/page-head', 'web/ui', 'web/api', 'contract'],
    packages: browserPackages,
  },
  'web/desk': {
    files: /^web\/desk\//,
    mayUse: ['web/ui', 'web/api', 'contract'],
    packages: browserPackages,
  },
  /**
   * Parts of the desk on the workspace's page: fetched when shown, never stored for a day offline.
   */
  'web/stall/online': {
    files: /^web\/stall\/online\//,
    mayUse: ['web/stall', 'web/desk', 'web/ui', 'web/api', 'contract'],
    packages: browserPackages,
  },
  'web/stall': {
    files: /^web\/stall\//,
    mayUse: ['web/stall/online', 'web/ui', 'web/api', 'contract'],
    packages: /^(?:react|react-dom\/client|idb|qr|qr\/.*|lucide-react)$/,
  },
  'web/worker': {
    files: /^web\/worker\//,
    mayUse: ['web/ui', 'contract'],
    packages: browserPackages,
  },
  'web/embed': { files: /^web\/embed\//, mayUse: ['contract'], packages: browserPackages },
  'web/ui': {
    files: /^web\/ui\//,
    mayUse: ['web/page-head', 'contract'],
    packages: browserPackages,
  },
  'web/api': {
    files: /^web\/api\//,
    mayUse: ['web/ui', 'contract'],
    packages: browserPackages,
  },
}

const doors = [
  { from: 'server/http/render-page.ts', to: /^(web\/entry-server\.tsx|dist\/.*|…)$/ },
  { from: 'server/outside/sandbox-payments.ts', to: /^server\/db\// },
]

/**
 * Which server features a feature may use, never their routes and only from lines below its own.
 */
const serverFeatures: Record<string, string[]> = {
  today: listed('stall market packing no-shows orders chat newsletter analytics calendar settings'),
  stall: listed(
    'order-balance market packing orders checkout products calendar stock people settings',
  ),
  chat: ['calendar', 'products', 'orders', 'recipes', 'pages', 'settings', 'mail'],
  setup: ['admin', 'backups', 'checkout', 'calendar', 'mail', 'settings'],
  backups: ['books', 'exports', 'orders', 'analytics', 'settings'],
  exports: listed('categories customers mail newsletter orders pages products recipes settings'),
  newsletter: ['calendar', 'mail', 'products', 'settings', 'stock', 'waiting-list'],
  'waiting-list': ['calendar', 'mail', 'products'],
  feeds: ['calendar', 'mail', 'products', 'settings'],
  hooks: ['mail', 'settings'],
  books: ['order-balance', 'analytics', 'calendar', 'settings'],
  analytics: ['order-balance', 'recipes', 'settings'],
  products: ['calendar', 'categories', 'mail', 'settings', 'stock'],
  packing: listed('order-balance categories market orders checkout recipes settings stock'),
  customers: ['order-balance', 'orders', 'checkout', 'settings'],
  market: listed('order-balance orders checkout tenders calendar stock mail tax settings'),
  'no-shows': ['order-balance', 'orders', 'checkout', 'calendar', 'stock', 'mail', 'settings'],
  orders: listed('order-balance checkout tenders calendar stock mail tax settings'),
  tenders: ['order-balance', 'calendar', 'settings'],
  checkout: ['order-balance', 'calendar', 'stock', 'mail', 'tax', 'settings'],
  mail: ['order-balance', 'calendar', 'tax', 'settings'],
  tax: ['calendar'],
  calendar: ['order-balance', 'settings'],
  stock: ['order-balance', 'categories', 'settings'],
  recipes: ['settings'],
  pages: ['uploads'],
  uploads: [],
  passkeys: ['people', 'admin', 'settings'],
  people: ['admin', 'settings'],
  admin: ['tokens', 'settings'],
  tokens: [],
  categories: ['settings'],
  settings: [],
  'order-balance': [],
}
const readThroughOneFileEach = ['chat', 'newsletter']
const routes = /^server\/features\/[^/]+\/routes\.ts$/
const mayUseRoutes = ['server/app']

/** Which rooms of the shop's pages a room may use; the cart's store is the part others may know. */
const cartStore = /^web\/shop\/cart\/(([a-z-]+-)?store|delivery-(?:hint|choice))\.tsx?$/
const mayUseCartStore = ['storefront', 'product', 'checkout', 'placed', 'receipt']
const shopRooms: Record<string, string[]> = {
  product: ['storefront', 'waiting-list'],
  'waiting-list': ['newsletter'],
  receipt: ['newsletter'],
  shell: ['storefront', 'cart', 'checkout', 'receipt', 'content-page', 'newsletter', 'chat'],
  chat: ['storefront'],
  placed: ['receipt'],
}

/** Which desk rooms a room may use; files beside the rooms may use all. */
const deskRooms: Record<string, string[]> = {
  shared: [],
  account: ['shared', 'connections'],
  connections: ['shared'],
  analytics: ['shared', 'books', 'products'],
  audit: listed(
    'shared backups calendar orders sales pages people products recipes setup stock stall',
  ),
  backups: ['shared', 'account', 'settings'],
  books: ['shared'],
  calendar: ['shared'],
  chat: ['shared'],
  customers: ['shared', 'orders', 'mail'],
  live: ['shared'],
  mail: ['shared'],
  newsletter: ['shared'],
  'no-shows': ['shared', 'calendar', 'orders', 'packing'],
  notices: ['shared'],
  orders: ['shared', 'live', 'calendar', 'mail'],
  packing: ['shared', 'orders'],
  pages: ['shared', 'products'],
  people: ['shared', 'account'],
  products: ['shared', 'stock'],
  recipes: ['shared', 'products', 'settings'],
  sales: ['shared', 'calendar', 'products', 'no-shows'],
  settings: ['shared', 'calendar', 'products'],
  stall: ['shared'],
  stock: ['shared'],
  setup: ['shared', 'account', 'calendar', 'settings'],
  today: ['shared', 'books', 'calendar', 'notices', 'packing', 'setup'],
}

function trespasses(sources: Source[]): string[] {
  const single = sources.flatMap((source) => [
    ...ownFaults(source),
    ...source.imports
      .flatMap((target) => faultOfImport(source.path, target) ?? [])
      .map((fault) => `${source.path}: ${fault}`),
  ])
  return [...single, ...scatteredReading(sources), ...circles(sources)]
}

/**
 * date-format.ts uses the farm's clock; device-clock.ts, which no first view needs, the reader's.
 */
const DATE_FORMATS = ['contract/time/date-format.ts', 'contract/time/device-clock.ts']

function ownFaults({ path, readsEnvironment, formatsDates, apiPaths }: Source): string[] {
  return [
    ...(placeOf(path) ? [] : [`${path} has no place in the table`]),
    ...(readsEnvironment && path !== 'server/config/config.ts'
      ? [`${path} reads process.env; only server/config/config.ts may`]
      : []),
    ...(formatsDates && !DATE_FORMATS.includes(path)
      ? [`${path} formats dates; only ${DATE_FORMATS.join(' and ')} may`]
      : []),
    ...(path.startsWith('web/')
      ? apiPaths.map((text) => `${path} writes ${text}; the contract's endpoints know it`)
      : []),
  ]
}

function placeOf(path: string): string | undefined {
  return Object.keys(places).find((name) => places[name]?.files.test(path))
}

function faultOfImport(from: string, to: string): string | undefined {
  const place = placeOf(from)
  const rule = place && places[place]
  if (!rule || doors.some((door) => door.from === from && door.to.test(to))) return
  if (to === '…') return 'imports what is not written out'
  if (!/^(contract|server|web|tests|dist)\//.test(to)) {
    return rule.packages && !rule.packages.test(to)
      ? `${place} may not import the package ${to}`
      : undefined
  }
  const target = placeOf(to) ?? (/^web\/.*\.(css|svg)$/.test(to) ? place : undefined)
  if (/\.test\.tsx?$/.test(to) || !target) return `imports ${to}, which is no part of the shop`
  if (target !== place && !rule.mayUse.includes(target)) return `${place} may not import ${to}`
  return faultOfFeatures(place, from, to)
}

function faultOfFeatures(place: string, from: string, to: string): string | undefined {
  const [ours, theirs] = [featureOf(from), featureOf(to)]
  if (!theirs || (ours === theirs && placeOf(to) === place)) return
  if (routes.test(to) && !mayUseRoutes.includes(place)) return `may not import ${to}`
  if (!ours) return
  const allowed =
    { 'server/features': serverFeatures[ours], 'web/desk': deskRooms[ours] }[place] ??
    shopRooms[ours] ??
    []
  const isCartStore = mayUseCartStore.includes(ours) && cartStore.test(to)
  return isCartStore || allowed.includes(theirs) ? undefined : `${ours} may not import ${to}`
}

function featureOf(path: string): string | undefined {
  return /^(?:server\/features|web\/shop|web\/desk)\/([^/]+)\//.exec(path)?.[1]
}

/** These features read each other feature through a single file. */
function scatteredReading(sources: Source[]): string[] {
  return readThroughOneFileEach.flatMap((reader) => {
    const own = sources.filter(({ path }) => path.startsWith(`server/features/${reader}/`))
    const foreign = [...new Set(own.flatMap(({ imports }) => imports))].filter(
      (path) => path.startsWith('server/features/') && featureOf(path) !== reader,
    )
    const byFeature = Object.entries(Object.groupBy(foreign, (path) => featureOf(path) ?? ''))
    return byFeature
      .filter(([feature, files = []]) => feature !== 'mail' && files.length > 1)
      .map(
        ([feature, files = []]) =>
          `${reader} reads ${feature} through ${files.length} files: ${files.join(', ')}`,
      )
  })
}

function circles(sources: Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const found: string[] = []
  const follow = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`circle: ${[...trail.slice(start), path].join(' → ')}`)
    if (start >= 0 || done.has(path)) return
    for (const next of byPath.get(path)?.imports ?? []) follow(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of sources) follow(path, [])
  return found
}

describe('the shop keeps to the table', () => {
  const sources = readSources()

  test.each(['contract', 'server', 'web'])('%s has sources to look at', (folder) => {
    expect(sources.some(({ path }) => path.startsWith(`${folder}/`))).toBe(true)
  })

  test('no file departs from it', () => {
    expect(trespasses(sources)).toEqual([])
  })

  test('every feature of the server has its line in the table', () => {
    const present = sources
      .filter(({ path }) => path.startsWith('server/'))
      .flatMap(({ path }) => featureOf(path) ?? [])
    expect([...new Set(present)].filter((feature) => !serverFeatures[feature])).toEqual([])
  })

  test('a feature of the server uses only those below it, so that no two use each other', () => {
    const order = Object.keys(serverFeatures)
    const upward = Object.entries(serverFeatures).flatMap(([feature, uses]) =>
      uses
        .filter((used) => order.indexOf(used) <= order.indexOf(feature))
        .map((used) => `${feature} → ${used}`),
    )
    expect(upward).toEqual([])
  })
})

function said(files: Record<string, string>): string[] {
  return trespasses(Object.entries(files).map(([path, text]) => readSource(path, text)))
}

describe('a trespass is reported', () => {
  test.each([
    ['contract/money/money.ts', `import { z } from 'zod'`],
    ['contract/money/money.ts', `import '#server/db/write.ts'`],
    ['server/http/errors.ts', `import type { render } from '#web/entry-server.tsx'`],
    ['server/db/write.ts', `import { placeOrder } from '#server/features/checkout/place-order.ts'`],
    ['server/http/endpoints.ts', `type Row = import('../features/orders/change-status.ts').Row`],
    ['server/live/hear.ts', `export * from '../features/chat/answer.ts'`],
    ['server/outside/mail.ts', `import '../features/mail/send-mail.ts'`],
    ['server/outside/mail.ts', `import { write } from '#server/db/write.ts'`],
    ['server/features/stock/move-stock.ts', `import '../orders/change-status.ts'`],
    ['server/features/orders/change-status.ts', `const a = await import('../checkout/routes.ts')`],
    ['server/features/gifts/wrap.ts', `import '#server/features/orders/list-orders.ts'`],
    ['server/jobs.ts', `import { orderRoutes } from './features/orders/routes.ts'`],
    ['server/features/stock/move-stock.ts', `import { aShop } from '#tests/a-shop.ts'`],
    ['server/features/stock/move-stock.ts', `import './move-stock.test.ts'`],
    ['server/features/stock/move-stock.ts', 'const a = await import(name)'],
    ['server/helpers.ts', ''],
    ['web/shop/storefront/home.tsx', `import { z } from 'zod'`],
    ['web/shop/storefront/home.tsx', `import { write } from '#server/db/write.ts'`],
    ['web/shop/storefront/home.tsx', `import { join } from 'node:path'`],
    ['web/shop/storefront/home.tsx', `import { CartPanel } from '../cart/cart-panel.tsx'`],
    ['web/shop/content-page/page.tsx', `import { useCart } from '#web/shop/cart/cart-store.ts'`],
    ['web/ui/button.tsx', `import { useCart } from '#web/shop/cart/cart-store.ts'`],
    ['web/shop/content-page/page.tsx', `const key = ['/api/receipts', secret]`],
    ['web/shop/content-page/page.tsx', 'const path = `/api/receipts/` + secret'],
    ['web/ui/date.ts', `const day = new Intl.DateTimeFormat('en-US')`],
    ['web/api/call.ts', `export { Home } from '../features/storefront/home.tsx'`],
    ['server/run-shop.ts', 'const port = process.env.PORT'],
    ['server/run-shop.ts', 'const { env } = process'],
    ['server/run-shop.ts', `import { env } from 'node:process'`],
  ])('%s: %s', (path, text) => {
    expect(said({ [path]: text })).toEqual([expect.stringContaining(path)])
  })

  test('two files that import each other, if only their types', () => {
    const files = {
      'contract/a.ts': `import type { B } from './b.ts'`,
      'contract/b.ts': `export * from '#contract/a.ts'`,
    }
    expect(said(files)).toEqual(['circle: contract/a.ts → contract/b.ts → contract/a.ts'])
  })

  test('a chat that reads one feature through two of its files', () => {
    const text = `import '../products/find-product.ts'; import '../products/list-products.ts'`
    expect(said({ 'server/features/chat/answer.ts': text })).toEqual([
      expect.stringMatching(/^chat reads products/),
    ])
  })
})

describe('what the table allows is not reported', () => {
  test.each([
    ['contract/money/money.ts', `import { z } from 'zod/mini'; import { slug } from './slug.ts'`],
    ['server/config/config.ts', 'export const port = process.env.PORT'],
    ['server/app.ts', `import { orderRoutes } from './features/orders/routes.ts' // process.env`],
    ['server/http/render-page.ts', `const entry = await import(built)`],
    ['server/outside/sandbox-payments.ts', `import { write } from '../db/write.ts'`],
    [
      'server/features/checkout/place-order.ts',
      `import { takeStock } from '../stock/move-stock.ts'`,
    ],
    ['server/features/checkout/place-order.ts', `import { insert } from './checkout-queries.ts'`],
    ['web/shop/storefront/home.tsx', `import { useCart } from '#web/shop/cart/cart-store.ts'`],
    [
      'web/shop/shell/shell.tsx',
      `import { CartPanel } from '../cart/cart-panel.tsx'; import './shell.css'`,
    ],
    ['web/shop/storefront/home.tsx', 'export const text = <p>import a from "zod"</p>'],
  ])('%s: %s', (path, text) => {
    expect(said({ [path]: text })).toEqual([])
  })
})
