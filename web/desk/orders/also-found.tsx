import { useQuery } from '@tanstack/react-query'
import { includesWords } from '#contract/chat/word-forms.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { query } from '#web/api/call.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { customersQuery } from './who-is-it-for.tsx'

/** The most of each kind. */
const MOST = 4

/** The customers and products of the same words, beside the orders. */
export function AlsoFound({ text }: { text: string }) {
  const { data: people = [] } = useQuery(customersQuery(text))
  const { data: goods = [] } = useQuery(query(deskProducts.list))
  const links = [
    ...people
      .slice(0, MOST)
      .flatMap(({ id, name }) => (id === null ? [] : [[`customers/${id}`, name]])),
    ...goods
      .filter(({ name }) => includesWords(name, text))
      .slice(0, MOST)
      .map(({ id, name }) => [`products/${id}`, name]),
  ]
  if (links.length === 0) return null
  return (
    <ul aria-label="Customers and products" className="flex flex-wrap items-center gap-x-4">
      {links.map(([hash, name]) => (
        <li key={hash}>
          <TextLink href={`#${hash}`}>{name}</TextLink>
        </li>
      ))}
    </ul>
  )
}
