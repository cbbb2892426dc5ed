import {
  anyOf,
  cheapest,
  costs,
  type Fact,
  type FarmQuestion,
  FEE,
  lists,
  notSold,
  says,
  setting,
  stands,
  total,
  WINDOWS,
} from './the-farm.ts'

/** It says that it has no answer, and doesn't say "no" instead. */
export const isHonest: Fact = says(
  /(?:don['’]t|do not) (?:know|see)|not sure|(?:nothing|isn['’]t|not) (?:is )?(?:written|listed)|No allergens are listed/i,
)

const NO = says(/^(?:Sorry, )?no\b/i)
const YES = says(/^yes\b/i)
const yes = [YES]
const no = [NO]
const SATURDAY = says(/Saturday|Sat\b/)
const phone = [setting('contact_phone')]
const email = [setting('contact_email')]
const named = (...texts: (string | RegExp)[]) => texts.map((text) => says(text))
/** Said of a thing that is in a product that we sell. */
const notHere = (what: string) => [says(new RegExp(`(?:not|n['’]t) have ${what}`, 'i'))]

/**
 * Typed by shoppers on a phone, on Wednesday, November 18; written by one who hadn't read the
 * helper's code.
 */
export const ON_A_PHONE: readonly FarmQuestion[] = [
  // what there is, and what it costs
  { ask: 'u got eggs?', facts: [stands('Farm Fresh Eggs')] },
  { ask: 'hw much r bagles', facts: [costs('Onion Bagels')] },
  { ask: 'eggs n kale 2day?', facts: [stands('Farm Fresh Eggs'), stands('Curly')] },
  { ask: 'cucumber pickles pls', facts: [stands('Dill Pickles')] },
  { ask: 'any bread?', facts: [stands('Onion Bagels')], never: yes },
  { ask: 'something for breakfast', facts: [anyOf(says(/Bagels/), says(/Eggs/))] },
  { ask: 'got anything spicy', facts: named('Smoked Chili Rub') },
  { ask: 'sour kraut', facts: [stands('Sauerkraut')] },
  { ask: 'can I pick up at 1pm on saturday', facts: WINDOWS, never: yes },
  { ask: 'whats the adress of the farm store', facts: named('Hot Springs, SD') },
  { ask: 'whats the last time i can order for this saturday', facts: named(/order by Fri/) },
  { ask: 'how long do pea shoots last', facts: named('ten days') },
  { ask: 'what do your chickens eat', facts: named('clover') },
  { ask: 'why are there fewer eggs right now', facts: named('November to February') },
  { ask: 'whats ur cheapest egg', facts: [cheapest('Farm Eggs')] },
  { ask: 'do you have garlic', facts: [notSold('garlic')] },
  {
    ask: 'whats good for a salad',
    facts: [anyOf(says(/Kale/), says(/Shoots/), says(/Cheese/), says(/Beets/))],
    never: notHere('salad'),
  },
  { ask: 'whats left for sat', facts: [lists(5)] },
  { ask: 'beets', facts: [stands('Ruby Beets'), stands('Pickled Beets')] },
  { ask: '6 bags of onion bagels how much', facts: [total('Onion Bagels', 6)] },
  { ask: 'how big is the potato bag', facts: named(/3 lb|three pounds/i) },
  {
    ask: 'do you have eggs in december',
    facts: [anyOf(stands0('Eggs'), isHonest)],
    never: named(/Listed allergens|wheat/),
  },
  {
    ask: 'anything for vegans',
    facts: [anyOf(says(/Kale|Carrots|Potatoes|Sauerkraut/), isHonest)],
  },

  // with the last question in mind
  {
    after: ['u got eggs?'],
    ask: 'and how much are two dozen',
    facts: [total('Farm Fresh Eggs', 2)],
  },
  {
    after: ['how much are the onion bagels'],
    ask: 'and 3 bags?',
    facts: [total('Onion Bagels', 3)],
  },
  { after: ['do you have dill pickles'], ask: 'how much', facts: [costs('Dill Pickles')] },
  {
    after: ['how much is the sauerkraut'],
    ask: 'how long does it keep',
    facts: named(/refrigerator/i),
  },
  {
    after: ['tell me about the butternut squash'],
    ask: 'how do i cook it',
    facts: named(/roast/i),
  },
  {
    after: ['price of dill ranch mix'],
    ask: 'does it have garlic in it',
    facts: named(/garlic/i),
    never: notHere('garlic'),
  },
  {
    after: ['do u have smoked cheese'],
    ask: 'is it pasteurized',
    facts: named(/Smoked Cheese/, /pasteurized/i),
  },
  { after: ['onion bagels?'], ask: 'any sesame in those?', facts: named(/may contain sesame/i) },
  {
    after: ['do u deliver'],
    ask: 'when',
    facts: [anyOf(says(/set (?:up )?a day|arrange/i), says(/call or (?:write|email)/i))],
  },
  { after: ['do you deliver?'], ask: 'how much is it', facts: [FEE] },
  { after: ['do you have kale'], ask: 'and potatoes?', facts: [stands('Gold Potatoes')] },
  { after: ['where do i pick up'], ask: 'what time', facts: WINDOWS },
  {
    after: ['duck eggs', 'thanks'],
    ask: 'ill take 2, what does that come to',
    facts: [total('Duck Eggs', 2)],
  },
  {
    after: ['are the cinnamon raisin bagels in stock'],
    ask: 'when are they back',
    facts: [stands('Cinnamon Raisin')],
  },

  // today, tonight, a date
  { ask: 'are you guys open today', facts: [NO, SATURDAY] },
  { ask: 'open 2day?', facts: [NO, SATURDAY] },
  { ask: 'are you open saturday', facts: yes },
  { ask: 'u deliver 2nite?', facts: [anyOf(NO, says(/set (?:up )?a day|arrange/i))], never: yes },
  { ask: 'can I come at 1pm', facts: [says(/9 ?am|9:00 AM/i), says(/2 ?pm/i)], never: yes },
  { ask: 'can I order for december 5', facts: [YES, says(/Dec(?:ember)? 5/)] },
  { ask: 'can i pick up on sunday', facts: [NO, SATURDAY] },
  { ask: 'pick up tmrw?', facts: [NO, SATURDAY] },
  { ask: 'are u open on thanksgiving', facts: [anyOf(NO, isHonest)], never: yes },
  { ask: 'whens the deadline for this saturday', facts: named(/Friday/) },
  { ask: 'is the market on this week', facts: [YES, SATURDAY] },
  { ask: 'could i get it dec 25', facts: no },
  { ask: 'when is the next market', facts: [says(/Nov(?:ember)? 21/)] },

  // what is in it
  { ask: 'is there garlic in the dill ranch', facts: named(/garlic/i), never: notHere('garlic') },
  { ask: 'do the pickles have garlic', facts: named(/garlic/i), never: notHere('garlic') },
  { ask: 'sugar in the pickled beets?', facts: named(/a little sugar/i), never: notHere('sugar') },
  { ask: 'does everything bagel spice have poppy seeds', facts: named(/poppy/i) },
  { ask: 'is there onion in the chili rub', facts: [isHonest], never: [NO, YES] },
  {
    ask: 'any pork in the chili rub?',
    facts: [anyOf(isHonest, says(/a pound of pork/))],
    never: yes,
  },
  { ask: 'what r the ingredients of ur sauerkraut', facts: named(/cabbage and salt/i) },
  { ask: 'does ur farmers cheese have rennet', facts: named(/rennet/i) },
  {
    ask: 'is the cheese pasteurized? im pregnant',
    facts: named(/Farmers Cheese/, /Herb Cheese/, /Smoked Cheese/, /pasteurized/),
  },
  {
    ask: 'which cheeses are pasteurized',
    facts: named(/Farmers Cheese/, /Herb Cheese/, /Smoked Cheese/),
  },
  { ask: 'whats in the pickled beets', facts: named(/cider vinegar/i) },
  { ask: 'tiene leche el ranch mix?', facts: named(/milk/i) },

  // allergens
  {
    ask: 'are the everything bagels vegan',
    facts: [anyOf(isHonest, says(/Everything Bagel Spice/))],
    never: yes,
  },
  {
    ask: 'nut free?',
    facts: named(/cannot promise|can['’]t promise|check with us|ask us/i),
    never: yes,
  },
  { ask: 'im celiac what can i eat', facts: named(/wheat/i), never: named(/\b(?:is|are) safe/i) },
  { ask: 'gluten in onion bagels', facts: named(/wheat/i) },
  { ask: 'do the pickels have mustard', facts: named(/mustard/i), never: no },
  { ask: 'can my kid with egg allergy have bagels', facts: named(/bagels/i), never: [YES, NO] },
  { ask: 'dairy free stuff?', facts: named(/milk|pages\/allergens/i), never: yes },

  // cooking and keeping
  { ask: 'what should I make with butternut squash', facts: named(/soup|roast/i) },
  { ask: 'how do i cook the beets', facts: named(/roast/i) },
  { ask: 'how long do quail eggs boil', facts: named(/three minutes/i) },
  { ask: 'is the chili rub spicy', facts: named(/medium hot/i) },
  { ask: 'can i freeze bagels', facts: named(/freez/i) },
  { ask: 'how long r eggs good for', facts: named(/five weeks/i) },
  { ask: 'do tomatos go in the fridge', facts: named(/counter/i), never: yes },
  { ask: 'how to store potatos', facts: named(/dark and cool/i) },
  { ask: 'what do i do w pea shoots', facts: named(/snip|water it/i) },
  { ask: 'how much ranch mix for a dip', facts: named(/two tablespoons/i) },
  { ask: 'does smoked cheese melt', facts: named(/melts well/i) },
  { ask: 'do u wash the eggs', facts: named(/washed/i) },

  // who is asked, and how they feel
  { ask: 'are you a real person', facts: named(/program/i) },
  { ask: 'am I talking to a human', facts: named(/program/i) },
  { ask: 'is this ai', facts: named(/program/i) },
  { ask: 'r u a bot', facts: named(/program/i) },
  { ask: 'my eggs were broken!!', facts: [says(/sorry/i), ...phone] },
  { ask: 'I am PISSED, half my order was missing', facts: [says(/sorry/i), ...phone] },
  { ask: 'this is bullshit i want my money back', facts: [says(/sorry/i), ...phone] },

  // how it is bought
  { ask: 'do you have apple pay', facts: named(/card/i), never: [notSold('apple')] },
  { ask: 'can i pay cash', facts: named(/card|cash/i) },
  { ask: 'do I need to bring bags', facts: named(/bring a bag/i) },
  { ask: 'need a street address for my gps', facts: [setting('business_address')] },
  { ask: 'do you sell my email', facts: named(/sell|privacy/i), never: yes },
  {
    ask: 'If carrots run out what do you give me instead?',
    facts: [anyOf(says(/similar|refund/i), isHonest)],
  },
  { ask: 'what happens if it rains', facts: [anyOf(says(/rain|weather|storm/i), isHonest)] },
  { ask: 'how do i unsubscribe', facts: named(/link/i) },
  { ask: 'wrong address on my order help', facts: phone },
  { ask: 'min for delivery?', facts: named(/\$20/) },
  { ask: 'deliver to rapid city?', facts: named(/Hot Springs area/i), never: yes },
  { ask: 'can my wife grab the order', facts: named(/someone else may/i) },
  { ask: 'email?', facts: email },
  { ask: 'donde puedo recoger mi pedido', facts: WINDOWS },

  // what the farm's rows can't answer
  { ask: 'do you have a bathroom', facts: [isHonest] },
  { ask: 'can i pet the ducks', facts: [isHonest] },
  { ask: 'is ur kitchen kosher', facts: [isHonest] },
  { ask: 'do u take venmo or ebt', facts: [anyOf(says(/card/i), isHonest)], never: yes },
]

function stands0(name: string): Fact {
  return says(new RegExp(`${name}[^.]*in stock`))
}
