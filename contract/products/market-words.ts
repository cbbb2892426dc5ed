/** What people also call goods, one word each; the names that farmers write first. */
const GOODS = {
  sauerkraut: 'kraut krout sourkraut sourkrout saurkraut sauercraut',
  potato: 'spud tater papa',
  vegetable: 'veg veggie veggy vegy produce verdura',
  seasoning: 'spice rub mix',
  microgreen: 'sprout shoot green',
  cheese: 'cheez queso',
  pickled: 'preserve ferment',
  egg: 'huevo',
  tomato: 'tomate',
  carrot: 'zanahoria',
}

/** What serves for what is asked for. */
const INSTEAD = { bagel: 'bread toast loaf breakfast', egg: 'breakfast', hot: 'spicy picante' }

function meanings(table: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const pairs = Object.entries(table).flatMap(([meant, terms]) =>
    terms.split(' ').map((term) => [term, meant] as const),
  )
  const groups = Map.groupBy(pairs, ([term]) => term)
  return new Map([...groups].map(([term, found]) => [term, found.map(([, meant]) => meant)]))
}

/** In the singular: `huevo` means an egg. */
export const GOODS_MEANT = meanings(GOODS)

/** In the singular: who asks for bread may like a bagel. */
export const GOODS_INSTEAD = meanings(INSTEAD)
