import type { RecipeUnit } from '#contract/products/units.ts'

/** Thousandths, unit, name, cents per unit, note. */
type DemoIngredient = readonly [number, RecipeUnit, string, number, string?]

export type DemoRecipe = {
  name: string
  description: string
  servings: number
  preparationTime: number
  instructions: string
  ingredients: readonly DemoIngredient[]
  makes?: { product: string; units: number }
}

export const DEMO_RECIPES: readonly DemoRecipe[] = [
  {
    name: 'Sesame bagels',
    description:
      'Two dozen for Saturday, in bags of six. The dough rests overnight, which is where the chew comes from.',
    servings: 24,
    preparationTime: 150,
    instructions: `Thursday night: knead flour, water, yeast, half of the malt and the salt for ten minutes. Rest in the cold room overnight.
Friday: shape 24 rings and let them rise until one floats in a bowl of water.
Boil for a minute on each side in water with the rest of the malt. Press into sesame.
Bake at 450 °F for 18 minutes, until deep gold.`,
    ingredients: [
      [3500, 'lb', 'Bread flour', 62, 'High gluten, from the mill'],
      [3500, 'cup', 'Water', 0],
      [4000, 'tsp', 'Dry yeast', 9],
      [4000, 'tbsp', 'Barley malt syrup', 24],
      [3000, 'tbsp', 'Salt', 3],
      [1250, 'cup', 'Sesame seeds', 185],
    ],
    makes: { product: 'Sesame Bagels, six', units: 4 },
  },
  {
    name: 'Dill pickles',
    description: 'Seven quarts, put up within a day of picking.',
    servings: 56,
    preparationTime: 100,
    instructions: `Wash the cucumbers and cut off the blossom ends; they make pickles soft.
Put a dill head, two cloves of garlic and half a teaspoon of mustard seed in each hot jar, then pack in the cucumbers.
Boil vinegar, water and salt, fill up to half an inch below the rim, and close.
Keep in a water bath at a boil for 15 minutes. Wait three weeks.`,
    ingredients: [
      [14000, 'lb', 'Pickling cucumbers', 110, 'Our own, what a pound would bring at the stall'],
      [8000, 'cup', 'White vinegar', 34],
      [9000, 'cup', 'Water', 0],
      [666, 'cup', 'Pickling salt', 48],
      [7000, 'piece', 'Dill heads', 25],
      [14000, 'piece', 'Garlic cloves', 8],
      [3500, 'tsp', 'Mustard seed', 11],
    ],
    makes: { product: 'Dill Pickles, quart', units: 7 },
  },
  {
    name: 'Everything bagel spice',
    description: 'The mix for our own bagels, and for jars of three ounces.',
    servings: 96,
    preparationTime: 25,
    instructions: `Toast the sesame in a dry pan until it smells of nuts, and let it cool.
Mix with everything else by hand. Salt last: it sinks.
Fill jars of three ounces.`,
    ingredients: [
      [12000, 'oz', 'Sesame seeds', 36],
      [9000, 'oz', 'Poppy seeds', 52],
      [6000, 'oz', 'Dried onion', 41],
      [6000, 'oz', 'Dried garlic', 44],
      [3000, 'oz', 'Flaky salt', 38],
    ],
    makes: { product: 'Everything Bagel Spice', units: 12 },
  },
  {
    name: 'Farmers cheese',
    description: 'Four gallons of milk become about four pounds, in wedges of half a pound.',
    servings: 32,
    preparationTime: 240,
    instructions: `Warm the milk to 90 °F and stir in the culture. Wait half an hour.
Stir in the rennet, thinned with water, and leave it alone until it breaks clean.
Cut the curd into cubes of half an inch, warm it slowly to 100 °F, and let it settle.
Drain, salt, and press for two hours. Cut when it’s cold. The whey is for the hens.`,
    ingredients: [
      [4000, 'piece', 'Milk, gallon', 425, 'From the Hanssens, pasteurized'],
      [500, 'tsp', 'Mesophilic culture', 180],
      [1000, 'tsp', 'Rennet', 95],
      [3000, 'tbsp', 'Cheese salt', 4],
    ],
    makes: { product: 'Farmers Cheese, half pound', units: 8 },
  },
  {
    name: 'Smoked chili rub',
    description: 'Ground on Thursdays, while the smoker is still warm.',
    servings: 60,
    preparationTime: 45,
    instructions: `Take the stems off the smoked chilies and grind them coarse.
Grind cumin and garlic fine, and mix all of it with salt and brown sugar.
Rest a day in a closed crock before it goes into pouches.`,
    ingredients: [
      [1250, 'lb', 'Smoked red chilies', 640, 'Our own'],
      [8000, 'oz', 'Salt', 5],
      [4000, 'oz', 'Cumin seed', 58],
      [4000, 'oz', 'Dried garlic', 44],
      [6000, 'oz', 'Brown sugar', 9],
    ],
    makes: { product: 'Smoked Chili Rub', units: 14 },
  },
  {
    name: 'Squash soup for the market table',
    description: 'Given away in small cups on cold Saturdays. It sells the squash.',
    servings: 30,
    preparationTime: 75,
    instructions: `Halve the squash, roast at 400 °F until soft, and scoop.
Sweat the onions in butter, add squash and stock, and simmer for twenty minutes.
Blend, season, and keep hot in the big thermos.`,
    ingredients: [
      [3000, 'piece', 'Butternut squash', 450],
      [2000, 'lb', 'Onions', 95],
      [250, 'lb', 'Butter', 480],
      [3000, 'l', 'Vegetable stock', 40, 'From trimmings'],
      [1500, 'tbsp', 'Salt', 3],
    ],
  },
]
