import { useState } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
import { productIdIn } from '#contract/product-path.ts'
import type { Product } from '#contract/products.ts'
import { marketDaysQuery, productsQuery, useSettings } from '#web/api/shop-queries.ts'
import { useSuspenseQuery } from '#web/api/use-query.tsx'
import { PageHead } from '#web/head/page-head.tsx'
import { PickupHint } from '#web/shop/storefront/pickup-hint.tsx'
import { ProductCard } from '#web/shop/storefront/product-card.tsx'
import { GRID } from '#web/shop/storefront/product-grid.tsx'
import { NothingHere } from '#web/ui/nothing-here.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { BuyBox } from './buy-box.tsx'
import { Crumbs, ProductFacts } from './product-facts.tsx'
import { ShareButton } from './share-button.tsx'

export function ProductPage({ lastSegment }: { lastSegment: string }) {
  // The page came with what it shows; the whole list is fetched only when needed.
  const { data } = useSuspenseQuery({ ...productsQuery, refetchOnMount: false })
  const id = productIdIn(lastSegment)
  const products = data ?? []
  const [otherIds] = useState(() => products.map((one) => one.id).filter((one) => one !== id))
  const product = products.find((one) => one.id === id)
  if (!product) return <GoneProduct />
  const others = otherIds.flatMap((one) => products.find((other) => other.id === one) ?? [])
  return <OfferedProduct product={product} others={others} />
}

function OfferedProduct({ product, others }: { product: Product; others: readonly Product[] }) {
  // The pickup hint waits for nobody, so that it is here that the days are waited for.
  useSuspenseQuery(marketDaysQuery)
  const setting = useSettings()
  return (
    <>
      <ProductHead product={product} farm={setting('farm_name')} />
      <div className="wrap pb-8">
        <Crumbs category={product.category} />
        <article className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-[1.1fr_1fr]">
          <Picture
            url={product.imageUrl}
            use="large"
            isFirst
            className="aspect-3/2 w-full rounded-2xl border border-straw"
          />
          <div>
            <div className="flex items-start gap-3">
              <h1 className="grow text-3xl wrap-anywhere hyphens-auto">{product.name}</h1>
              <ShareButton name={product.name} />
            </div>
            <BuyBox product={product} />
            <ServerPart id="no-script">
              {import.meta.env.SSR && <WithoutScript phone={setting('contact_phone')} />}
            </ServerPart>
            {product.stock > 0 && <PickupHint />}
            <ProductFacts product={product} />
          </div>
        </article>
        {others.length > 0 && <GoesWithIt products={others} />}
      </div>
    </>
  )
}

/** The most of a description that search engines show, in characters. */
const MAX_SHOWN = 160

function ProductHead({ product, farm }: { product: Product; farm: string }) {
  const { name, price, unit, description } = product
  const text = description.trim().replace(/\s+/gu, ' ')
  const offer = `${formatDollars(toCents(price))}${unit ? ` / ${unit}` : ''}`
  return (
    <PageHead
      title={`${name} – ${farm}`}
      description={shortened(text) || `${name}, ${offer}, from ${farm}.`}
    />
  )
}

function shortened(text: string): string {
  if (text.length <= MAX_SHOWN) return text
  const end = text.lastIndexOf(' ', MAX_SHOWN)
  return `${text.slice(0, end > 0 ? end : MAX_SHOWN)} …`
}

function WithoutScript({ phone }: { phone: string }) {
  return (
    <noscript>
      <p className="mt-4 rounded-xl bg-yolk-pale px-4 py-3">
        To order here, please turn on JavaScript{phone && `, or call us: ${phone}`}.
      </p>
    </noscript>
  )
}

function GoesWithIt({ products }: { products: readonly Product[] }) {
  return (
    <section aria-labelledby="goes-with-it" className="pt-8">
      <h2 id="goes-with-it" className="mb-3 text-2xl">
        Goes with it
      </h2>
      <ul className={GRID}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} inGroup={null} heading="h3" />
        ))}
      </ul>
    </section>
  )
}

/** For products that left the shop, also while their page is open. */
function GoneProduct() {
  return (
    <NothingHere
      title="No longer for sale"
      headTitle={`No longer for sale – ${useSettings()('farm_name')}`}
      description="This product is no longer for sale."
      text="This product is no longer for sale. We have plenty of others."
    />
  )
}
