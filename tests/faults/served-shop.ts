// The real server, except that the test says where Stripe is (a configuration, never a variable).

import { serveShop } from '#server/serve-shop.ts'

await serveShop(JSON.parse(process.env.SHOP_CONFIG ?? ''))
