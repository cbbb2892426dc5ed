/** Other words people use for goods, one word each, by the name farmers usually write. */
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

/** What can take the place of what is asked for. */
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

/** In the singular: someone who asks for bread may like a bagel. */
export const GOODS_INSTEAD = meanings(INSTEAD)

/** Common farm and food-shop goods: never treated as typos, and recognized even when not sold. */
export const FOODS: ReadonlySet<string> = new Set(
  `apple apricot asparagus avocado bacon bagel banana basil bean beef beer
  beet berry bison blackberry blueberry bread broccoli butter buttermilk cabbage cake candle
  cantaloupe carrot cauliflower celery chard cheese cherry chicken chili chive chocolate cider
  cilantro cinnamon coffee collard cookie corn cranberry cream cucumber currant dip egg eggplant
  elk fennel fig fish flour flower garlic ginger goat goose granola grape grapefruit ham hay herb
  honey horseradish jam jelly jerky juice kimchi kohlrabi kombucha lamb lavender leek lemon lentil
  lettuce lime mango maple marmalade meat melon milk mint mushroom mustard mutton nectarine oat
  okra olive onion orange oregano oyster parsley parsnip pasta pea peach peanut pear pecan pepper
  pickle pie pineapple pizza plum pork potato poultry pretzel pumpkin quince rabbit radish raisin
  raspberry rhubarb rice rosemary rye salami salmon salsa salt sausage scallion seedling shallot
  soap soup sourdough spinach squash steak strawberry sugar syrup tea thyme tofu tomato trout
  turkey turnip vanilla veal venison vinegar walnut watermelon wheat wine wool yam yeast yoghurt
  yogurt zucchini`.split(/\s+/),
)
