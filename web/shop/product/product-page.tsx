import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronRight, Share } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDollars, formatMoney, times, toCents } from '#contract/money/money.ts'
import { isAllergenPage } from '#contract/products/allergens.ts'
import { REFRIGERATED } from '#contract/products/categories.ts'
import { productIdIn } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { unitBeside } from '#contract/products/unit-beside.ts'
import {
  marketDaysQuery,
  pageLinksQuery,
  productsQuery,
  useSettings,
} from '#web/api/shop-queries.ts'
import { PageHead } from '#web/head/page-head.tsx'
import { useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { PickupHint } from '#web/shop/storefront/pickup-hint.tsx'
import { ProductCard } from '#web/shop/storefront/product-card.tsx'
import { GRID } from '#web/shop/storefront/product-grid.tsx'
import { StockIndicator } from '#web/shop/storefront/stock-indicator.tsx'
import { useAddToCart } from '#web/shop/storefront/use-add-to-cart.ts'
import { NotifyMe } from '#web/shop/waiting-list/notify-me.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LARGE } from '#web/ui/large-picture.ts'
import { NothingHere } from '#web/ui/nothing-here.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { categoryInShop } from './category-in-shop.ts'

export function ProductPage({ lastSegment }: { lastSegment: string }) {
  // The page came with everything it shows; the whole list is fetched only when needed.
  const { data } = useSuspenseQuery({ ...productsQuery, refetchOnMount: false })
  const id = productIdIn(lastSegment)
  const products = data ?? []
  const [otherIds] = useState(() => products.map((one) => one.id).filter((one) => one !== id))
  const product = products.find((one) => one.id === id)
  if (!product) return <GoneProduct others={products.filter(({ stock }) => stock > 0)} />
  const others = otherIds.flatMap((one) => products.find((other) => other.id === one) ?? [])
  return <OfferedProduct product={product} others={others} />
}

function OfferedProduct({ product, others }: { product: Product; others: readonly Product[] }) {
  // The pickup hint never suspends, so the days are awaited here.
  useSuspenseQuery(marketDaysQuery)
  const setting = useSettings()
  const phone = setting('contact_phone')
  return (
    <>
      <ProductHead product={product} farm={setting('farm_name')} />
      <div className="wrap pb-8">
        <Crumbs category={product.category} />
        <article className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-[1.1fr_1fr]">
          <Picture
            url={product.imageUrl}
            use={LARGE}
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
              {import.meta.env.SSR && (
                <noscript>
                  <p className="mt-4 rounded-xl bg-yolk-pale px-4 py-3">
                    To order here, please turn on JavaScript{phone && `, or call us: ${phone}`}.
                  </p>
                </noscript>
              )}
            </ServerPart>
            {product.stock > 0 && <PickupHint />}
            <ProductFacts product={product} />
          </div>
        </article>
        {others.length > 0 && <MoreProducts title="Goes well with this" products={others} />}
      </div>
    </>
  )
}

/** The most of a description that search engines show, in characters. */
const MAX_SHOWN = 160

function ProductHead({ product, farm }: { product: Product; farm: string }) {
  const { name, price, unit, description } = product
  const text = description.trim().replace(/\s+/gu, ' ')
  const offer = `${formatMoney(price)}${unit ? ` / ${unit}` : ''}`
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

function MoreProducts({ title, products }: { title: string; products: readonly Product[] }) {
  return (
    <section aria-labelledby="more-products" className="pt-8">
      <h2 id="more-products" className="mb-3 text-2xl">
        {title}
      </h2>
      <ul className={GRID}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} heading="h3" />
        ))}
      </ul>
    </section>
  )
}

/** No longer in the shop, or never in it. */
function GoneProduct({ others }: { others: readonly Product[] }) {
  const title = 'We don’t carry this'
  return (
    <>
      <NothingHere
        title={title}
        headTitle={`${title} – ${useSettings()('farm_name')}`}
        description="This product isn’t in our shop."
        text="It’s sold out for good, or the link is wrong. See what’s fresh instead."
      />
      {others.length > 0 && (
        <div className="wrap pb-8">
          <MoreProducts title="Fresh right now" products={others.slice(0, MOST_FRESH)} />
        </div>
      )}
    </>
  )
}

const MOST_FRESH = 4

function ShareButton({ name }: { name: string }) {
  if (!useHydrated()) return <span className="size-11 shrink-0" />
  return (
    <button
      type="button"
      aria-label={`Share ${name}`}
      onClick={() => void share(name)}
      className={buttonLook({ variant: 'plain', size: 'icon' })}
    >
      <Share aria-hidden="true" className="size-5" />
    </button>
  )
}

async function share(title: string): Promise<void> {
  const url = location.origin + location.pathname
  if (typeof navigator.share === 'function') {
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', description: 'Paste it wherever you like.' })
  } catch {
    toast({ title: 'Here is the link', description: url })
  }
}

function BuyBox({ product }: { product: Product }) {
  const add = useAddToCart()
  const inCart = useQuantityInCart(product)
  const [typed, setTyped] = useState(1)
  const most = Math.max(1, product.stock - inCart)
  const quantity = Math.min(typed, most)
  const price = toCents(product.price)
  const isSoldOut = product.stock <= 0
  const buy = () => {
    add(product, quantity)
    setTyped(1)
  }
  return (
    <>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <Price amount={price} className="font-serif text-[1.75rem] font-semibold" />
          {product.weighed ? (
            <span className="block text-bark-deep">{product.weighed}</span>
          ) : (
            unitBeside(product) && <span className="text-bark-deep"> / {product.unit}</span>
          )}
          {product.snap && <span className="block text-bark-deep">SNAP eligible</span>}
        </p>
        <StockIndicator stock={product.stock} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {!isSoldOut && (
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            min={1}
            max={most}
            onStep={(by) => setTyped(quantity + by)}
            className="flex shrink-0 items-center rounded-full border-[1.5px] border-bark px-1"
          />
        )}
        <Button
          size="lg"
          variant={isSoldOut ? 'muted' : 'primary'}
          onClick={buy}
          aria-label={
            isSoldOut ? `Add ${product.name} to cart, ${product.back ?? 'sold out'}` : undefined
          }
          className="grow px-3 tabular-nums"
        >
          {isSoldOut ? (
            (product.back ?? 'Sold out')
          ) : (
            <span>Add to cart · {formatDollars(times(price, quantity))}</span>
          )}
        </Button>
      </div>
      {isSoldOut && <NotifyMe product={product} />}
      {inCart > 0 && <p className="mt-2 text-bark-deep tabular-nums">{inCart} in your cart</p>}
    </>
  )
}

function Crumbs({ category }: { category: string }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1.5 py-1 text-bark-deep">
        <li>
          <TextLink href="/#products" className="font-normal">
            Products
          </TextLink>
        </li>
        <li className="flex items-center gap-x-1.5">
          <ChevronRight aria-hidden="true" className="size-4" />
          <TextLink href={categoryInShop(category)} className="font-normal">
            {category}
          </TextLink>
        </li>
      </ol>
    </nav>
  )
}

function ProductFacts({ product }: { product: Product }) {
  const { description, allergens, category } = product
  const page = useQuery(pageLinksQuery).data?.find(isAllergenPage)
  const more = page && (
    <a href={`/pages/${page.slug}`} className="font-semibold underline underline-offset-4">
      {page.title}
    </a>
  )
  return (
    <>
      {description && (
        <p className="mt-4 wrap-anywhere whitespace-pre-line text-lg">{description}</p>
      )}
      <dl className="mt-4 border-t border-straw">
        <Fact name="Allergens">
          {allergens ? (
            <strong>{allergens}</strong>
          ) : (
            'None listed. Please ask us if you need to be sure.'
          )}
          {more && (
            <>
              {allergens ? ' · ' : ' '}
              {more}
            </>
          )}
        </Fact>
        {REFRIGERATED.includes(category) && (
          <Fact name="Keeping">We keep it cold until you get it; refrigerate it at home.</Fact>
        )}
        <Fact name="Category">{category}</Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 border-b border-straw py-2.5">
      <dt className="w-24 shrink-0 text-bark-deep">{name}</dt>
      <dd className="min-w-0 grow basis-40 wrap-anywhere">{children}</dd>
    </div>
  )
}
