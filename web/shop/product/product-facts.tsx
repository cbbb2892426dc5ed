import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { isAllergenPage } from '#contract/products/allergens.ts'
import { type ProductCategory, REFRIGERATED } from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { pageLinksQuery } from '#web/api/shop-queries.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { categoryInShop } from './category-in-shop.ts'

export function Crumbs({ category }: { category: ProductCategory }) {
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

export function ProductFacts({ product }: { product: Product }) {
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
          <Fact name="Keeping">
            We keep it cold until you have it; please refrigerate it at home.
          </Fact>
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
