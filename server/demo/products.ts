/** Its drawing is named after what stands before the comma of `name`, its unit after it. */
type DemoProduct = {
  name: string
  description: string
  category: string
  priceCents: number
  stock: number
  unit?: string
  allergens?: string
}

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    name: 'Farm Fresh Eggs, dozen',
    description:
      'Twelve brown and cream eggs from our own hens, collected every morning and washed. The flock is out on grass by day and in the barn by night. Keep them in the refrigerator and use them within five weeks.',
    category: 'Farm Eggs',
    priceCents: 500,
    stock: 18,
    allergens: 'eggs',
  },
  {
    name: 'Rainbow Carrots, bunch',
    description:
      'Orange, purple and yellow carrots, about a pound to the bunch, grown without sprays and pulled the day before market. Twist the tops off at home and the roots stay crisp for three weeks in the refrigerator. The purple ones are prettiest raw.',
    category: 'Vegetables',
    priceCents: 350,
    stock: 12,
  },
  {
    name: 'Dill Pickles, quart',
    description:
      'One quart of whole cucumbers in vinegar brine with dill heads, garlic and mustard seed. Put up in small batches within a day of picking, so they stay crunchy; refrigerate once opened.',
    category: 'Pickled Goods',
    priceCents: 800,
    stock: 4,
    allergens: 'mustard',
  },
  {
    name: 'Sesame Bagels, six',
    description:
      'Six bagels, boiled and then baked on Friday night, with a chewy crust and plenty of sesame. Best within two days; after that, slice, freeze and toast them straight from the freezer.',
    category: 'Bakery',
    priceCents: 750,
    stock: 9,
    allergens: 'wheat, sesame',
  },
  {
    name: 'Pea Shoots, tray',
    description:
      'A living tray, about four ounces when cut, that tastes like the first peas of June. Water it from below and snip what you need for up to ten days. Rinse before eating.',
    category: 'Microgreens',
    priceCents: 600,
    stock: 7,
  },
  {
    name: 'Smoked Chili Rub',
    description:
      'Our own red chilies, smoked over applewood and ground with salt, cumin, garlic and brown sugar. Three ounces, medium hot: a tablespoon does a pound of pork, chicken or squash. Keeps a year in a dry cupboard.',
    category: 'Seasonings & Mixes',
    priceCents: 550,
    stock: 24,
    unit: '3 oz tin',
  },
  {
    name: 'Farmers Cheese, half pound',
    description:
      'A mild, firm wedge made from pasteurized cow’s milk, salt and rennet, and nothing else. It slices for sandwiches, crumbles over salad and keeps two weeks in the refrigerator.',
    category: 'Farmers Cheese',
    priceCents: 900,
    stock: 3,
    allergens: 'milk',
  },
  {
    name: 'Ruby Beets, bunch',
    description:
      'Three or four deep red beets with their greens on, about a pound and a half, grown without sprays. Roast the roots whole in foil until a fork slides in. Cook the leaves the same day, like chard.',
    category: 'Vegetables',
    priceCents: 400,
    stock: 0,
  },
  {
    name: 'Duck Eggs, half dozen',
    description:
      'Six large eggs in white and pale green, from a dozen ducks that keep our garden free of slugs. The yolks are big and rich, which bakers love: use two where a cake asks for three hen’s eggs. Keep refrigerated.',
    category: 'Farm Eggs',
    priceCents: 650,
    stock: 8,
    allergens: 'eggs',
  },
  {
    name: 'Quail Eggs, fifteen',
    description:
      'Fifteen small speckled eggs, three or so to one hen’s egg. Boil them for three minutes, cool them in ice water, and they peel easily for salads and lunch boxes. Keep refrigerated and use within four weeks.',
    category: 'Farm Eggs',
    priceCents: 575,
    stock: 2,
    allergens: 'eggs',
  },
  {
    name: 'Gold Potatoes, three pounds',
    description:
      'Yellow-fleshed potatoes with thin skins, dug by fork and only brushed, because washed ones don’t keep. Good mashed, roasted or in a pan with onions. Store them dark and cool, but not in the refrigerator.',
    category: 'Vegetables',
    priceCents: 525,
    stock: 20,
  },
  {
    name: 'Vine Tomatoes, pound',
    description:
      'Three or four tomatoes to the pound, ripened on the vine in our unheated greenhouse and picked the day before market. Keep them on the counter with the stem side down. The refrigerator takes the flavor away.',
    category: 'Vegetables',
    priceCents: 425,
    stock: 15,
  },
  {
    name: 'Curly Kale, bunch',
    description:
      'A generous bunch, about ten leaves, grown without sprays and sweetest in the cool months. Strip the leaves from the stems, then rub them with oil and salt for a salad or cook them down with garlic. Keeps a week in a damp towel.',
    category: 'Vegetables',
    priceCents: 325,
    stock: 11,
  },
  {
    name: 'Butternut Squash, each',
    description:
      'One squash of two to three pounds, cured in the barn so that it’s sweet and keeps for months. Store it whole in a cool, dry room. Halve, roast and scoop it for soup, or peel it and cut it in cubes.',
    category: 'Vegetables',
    priceCents: 450,
    stock: 14,
  },
  {
    name: 'Pickled Beets, pint',
    description:
      'One pint of sliced beets from our own rows, in cider vinegar with a little sugar, clove and allspice. Sweet, sharp and ready for a salad plate. Refrigerate once opened and finish within two months.',
    category: 'Pickled Goods',
    priceCents: 650,
    stock: 10,
  },
  {
    name: 'Sauerkraut, pint',
    description:
      'Just cabbage and salt, fermented in stoneware crocks for six weeks and never heated, so it’s alive and pleasantly sour. One pint. Keep it in the refrigerator, with the cabbage pressed under its brine.',
    category: 'Pickled Goods',
    priceCents: 700,
    stock: 13,
  },
  {
    name: 'Everything Bagel Spice',
    description:
      'Sesame, poppy seed, dried onion, dried garlic and flaky salt, the same mix that goes on our bagels. Three ounces to shake over eggs, avocado toast or roasted potatoes.',
    category: 'Seasonings & Mixes',
    priceCents: 600,
    stock: 16,
    unit: '3 oz jar',
    allergens: 'sesame',
  },
  {
    name: 'Dill Ranch Mix',
    description:
      'Dill and chives from our garden, dried slowly and mixed with buttermilk powder, garlic, onion and salt. Stir two tablespoons into a cup of sour cream for a dip; the pouch makes four cups.',
    category: 'Seasonings & Mixes',
    priceCents: 475,
    stock: 19,
    unit: 'pouch',
    allergens: 'milk',
  },
  {
    name: 'Sunflower Shoots, box',
    description:
      'A living box of thick, nutty shoots, about five ounces when cut. Now and then a leaf still wears its seed hull: just brush it off. Water lightly, snip within a week and rinse before eating.',
    category: 'Microgreens',
    priceCents: 650,
    stock: 6,
  },
  {
    name: 'Radish Microgreens, tray',
    description:
      'Pink stems, green leaves and all the bite of a radish, in a living tray of about three ounces. A pinch wakes up tacos, eggs and cheese toast. Water from below, use within a week and rinse before eating.',
    category: 'Microgreens',
    priceCents: 550,
    stock: 5,
  },
  {
    name: 'Cinnamon Raisin Bagels, six',
    description:
      'Six bagels with a swirl of cinnamon and raisins in every bite, boiled and then baked on Friday night. Not too sweet, best within two days, and good from the freezer if you slice them first.',
    category: 'Bakery',
    priceCents: 800,
    stock: 0,
    allergens: 'wheat, may contain sesame',
  },
  {
    name: 'Onion Bagels, six',
    description:
      'Six savory bagels, topped with red onion that browns and crisps as they bake. Made for an egg or a thick slice of our farmers cheese, best within two days, or sliced and frozen.',
    category: 'Bakery',
    priceCents: 750,
    stock: 12,
    allergens: 'wheat, may contain sesame',
  },
  {
    name: 'Garden Herb Cheese, half pound',
    description:
      'A soft half-pound round of fresh cheese from pasteurized cow’s milk, with chives, thyme and parsley through and through. Spread it on a warm bagel or stir it into hot potatoes, and finish it within ten days.',
    category: 'Farmers Cheese',
    priceCents: 1000,
    stock: 7,
    allergens: 'milk',
  },
  {
    name: 'Smoked Cheese, half pound',
    description:
      'Our farmers cheese from pasteurized cow’s milk, pressed longer and cold-smoked over applewood until the rind turns brown. The wedge melts well on burgers and in macaroni, and keeps three weeks in the refrigerator.',
    category: 'Farmers Cheese',
    priceCents: 1150,
    stock: 1,
    allergens: 'milk',
  },
]
