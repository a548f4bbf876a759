/** Descriptions of what happened to people, as typed on a phone, with slips, names and shorthand. */
export const ENGLISH = `
I was rear-ended at a red light and my neck has hurt ever since.
slipped on wet floor at work, broke my wrist
Truck driver ran the stop sign. Total loss of property.
My strengths and rhythms are not what they were.
hurt my back lifting boxes at the warehouse
Car acident on I-95, other driver was texting and hit my passanger side
i was walking in the crosswalk when a suv turned left and hit me
Fell off a ladder at a job site, fractured tibia and fibula, surgery twice
T-boned by drunk driver, airbag deployed, concussion & whiplash
Stationed at Camp Lejeune 1979-1983, diagnosed with kidney cancer in 2015
dog bite on left forearm, 14 stitches, owner has no insurance
Exposed to Roundup for 20 yrs as a landscaper. Non-Hodgkin's lymphoma
hernia mesh failed, had 2 revision surgeries
got hit by uber driver, he was at fault, my L4 L5 disc is herniated
Machine at the plant crushed my fingers, lost the tip of two
my mother fell at the nursing home and broke her hip
Carpal tunnel from typing all day, boss wont pay
rear ended by semi on hwy 71 near exit 12, car totaled
I had a stroke and can't work any more. SSDI denied twice.
Motorcycle crash. Road rash, broken collar bone, 3 ribs
pulled a muscle in my shoulder unloading trucks at amazon
slip and fall walmart parking lot ice nobody salted
Was a passenger in my friends car and we got side swiped
Concrete block fell on my foot. Crushed toes. Off work for six weeks
got burned by hot oil in the kitchen 2nd degree
Hit and run, police report filed, no witnesses
The forklift ran over my foot.
lower back pain, numbness down my leg, MRI scheduled
Whiplash
Kid ran a stop sign
we flipped the truck`
  .trim()
  .split('\n')

export const SPANISH = `
Me chocaron por detrás en un semáforo y me duele el cuello desde entonces.
me caí en el trabajo y me rompí la muñeca
El camión no respetó el alto y nos pegó de lado
Me lastimé la espalda cargando cajas en la bodega
un carro me atropelló cuando cruzaba la calle
Choque en la autopista, el otro conductor iba borracho
me quemé con aceite caliente en la cocina del restaurante
Se cayó mi mamá en el asilo y se quebró la cadera
Trabajé veinte años con químicos y ahora tengo cáncer
El perro del vecino me mordió el brazo, quince puntos
me duele mucho la rodilla y no puedo caminar bien
La máquina me aplastó dos dedos en la fábrica
Accidente de moto, huesos rotos y muchos raspones
no me quieren pagar mis días de incapacidad
Mi esposo murió en el accidente, el chofer se dio a la fuga
resbalé en el hielo del estacionamiento
hernia de disco por levantar cosas pesadas
Perdí mi trabajo por la lesión del hombro
me pegaron en el lado del pasajero y se activó la bolsa de aire
Ya tuve dos cirugías y sigo con dolor
cayo un bloque de cemento en mi pie y llevo seis semanas sin trabajar
Iba de pasajero con un amigo cuando nos chocaron`
  .trim()
  .split('\n')

export const NAMED = `
Dr. Schwartz at Mt. Sinai treated me
Nguyen Thi Phuong hit my car
Officer Krzysztof Wojciechowski wrote the report
My lawyer was Szczepanski but he quit
Joaquín Hernández Gutiérrez was driving
Ng's truck hit us on Hwy 9
hit by a driver named Mbatha Nkosi
Svetlana Zhdanova saw everything
Seen by Dr. Bhattacharya and Dr. Krishnamurthy at UPMC
Xiomara Velázquez Quiñones was in the car with me
State Farm adjuster Lynch won't call back
worked for Schlumberger and then for Pfizer
Wrzesniewski Trucking hit me from behind
Guadalupe and Xochitl Jiménez both got hurt
Mr. Hrdlicka fell asleep at the wheel`
  .trim()
  .split('\n')

/** Keys pressed just to press them, as people do if a text is required. */
export const MASHED = `
asdfasdf asdfasdf asdf
sdkjfh skdjfh ksjdhf
qwertyuiop qwertyuiop
aaaaaaaaaaaaaaaaaaaa
lkjlkj lkjlkj lkjlkj
xcvbn zxcvq wqxz
asdf jkl; asdf jkl; asdf
jhgfjhgf jhgf kjhg
fghfgh dfgdfg dfg
dsfsdfsdf sdfsdf
hjkhjkhjk hjk hjk
wertyu wertyu wer
zzzzzzz xxxxxx cccccc
jfdklsa jfkdlsa fjdksl
gfdgfd hgfhgf gfdgfd gfd
vbnvbn cvbcvb nbvn
uiouyo iuoy uoiy yuoi
rtyrty fghfgh vbnvbn
ajsdhkajshd kajshdkjash
qweqwe qweqwe qwe`
  .trim()
  .split('\n')

/** Shorthand of doctors, and of patients who have read their papers. */
export const SHORTHAND = `
Hwy 99 & Jct 152 pileup fog
lft wrst brk, rght shldr pn
L4-L5 HNP, s/p ORIF R tib/fib fx
TBI, LBP w/ radiculopathy, MRI neg
C5-C6 ACDF 2/2 MVA, PT x12 wks
DDD L5-S1, DJD R knee, TKR pending
Hx HTN, DM2, CKD stg 3, s/p CABG x3
RTA, GCS 15, no LOC, c/o HA & neck pn
NHL dx 2016, R-CHOP x6, in remission
PTSD, MST, svc connected 70%
rt rotator cuff tr, sx 3/14, fu w/ ortho
L wrist fx, ORIF w/ plate, CRPS
CTS bilat, EMG +, NCV delayed
MVA 6/2, rear ended, WAD II, TMJ
s/p lap chole, bile duct inj, ERCP x2
DVT/PE p hernia mesh, IVC filter
ACL/MCL tr, PT 3x/wk x 8 wks
ESRD on HD TTS, fistula clotted
SOB, CP, EKG wnl, trop neg
Fx T12 compression, TLSO brace
Dx: AML, hx benzene exp
LBP, LLE numbness, EMG pos L5
TBI/PCS, vertigo, HA daily
IED blast, TBI, PTSD, tinnitus
HNP L4-5 L5-S1
BKA L leg, IDDM
Tx w/ PT, NSAIDs, ESI x3, no relief`
  .trim()
  .split('\n')

/** Honest reports with words that trip a list of spam terms, and short ones. */
export const HONEST = `
I can't make money since the crash
I do not want money, I want them to fix the road
the lawyers never send money on time and I lost my job
I need money now because I cannot work since the surgery
He won the lottery and still has no insurance
I lost money because I could not work for two months.
They told me the surgery would be free but I got a bill for $4,000.
My arm was pulled free by a coworker after the press closed on it.
I slipped in the lobby of the Casino and hurt my hip
I work as a dealer at a casino and fell on the stairs
the firefighters cut me free from the car
The trailer broke free and hit my truck.
they owe me money for medical bills and lost wages
Insurance wont give me any money for my car
I was hit in a free parking lot by a delivery van
Drug free workplace, I passed the test after the accident
a man on a motor cycle ran into me while I was crossing main st
Sprained both ankles, fell thru a rotten deck at rental property
Semi jackknifed on I-70 in the snow, five cars hit, I was third
bus driver slammed the brakes, I flew forward and hit the pole
My husband drank the water at Lejeune for six years, he passed from leukemia
Hit by a kid on an e-scooter. Knocked out cold
ladder slipped, 12 ft fall, both heels shattered
Nurse gave me the wrong meds, ended up in ICU
Exploded vape battery burned my leg thru my jeans
Tripped on a broken sidewalk in front of city hall
Amputated right index finger in a table saw, guard was missing
Pit bull got loose and bit my daughter in the face
Truck tire blew and the rim hit me in the chest
Electrocuted, 480V panel was live, burns on both hands
I was head on hit by a wrong way drunk driver
Rolled my ankle stepping off a forklift
Tboned at intersection of 5th and Elm by a Dodge Ram
Got rear ended twice in the same week
Lost my job after I reported the injury
Gas leak at work, five of us passed out
My kid was hurt in the school bus wreck
hit while biking, driver opened door on me
hurt
back
I dont remember
Neck and back pain
Slip n fall @ Wal-Mart
whiplash, concussion
car wreck
Broken leg.
Rear end
fell off roof
Fell in a hole
dog bite
T bone
hand stuck in conveyor
Sciatica
Mesothelioma, 30 yrs in shipyards
Tailbone fracture
cxr showed broken ribs
My attorney dropped me so I need a new one
Was given a free sample of a drug and had a stroke
A gift card display fell on my head at Target`
  .trim()
  .split('\n')

/** Texts that repeat the same few words, syllables or keys. */
export const REPEATED = `
asasasasasasas sasasa
teststeststeststests
asdf asdf
asdfasdfasdf
xxxxxxxx
xxx xxx xxx xxx
test test test
test test test test test
testing testing testing
qwertyuiop
qwerty qwerty
qwe qwe qwe qwe
asd asd asd
asdasdasd asdasd
aaa bbb ccc ddd eee
aaaaaaaaaaaaaaaaaaaaa
abc abc abc abc
abcdefg hijklmnop qrstuv
lalalalalala
blah blah blah blah
bla bla bla bla bla
hahahahahahaha
no no no no no no
na na na na
1234567890
123 123 123
.......
jkl jkl jkl jkl
zxcvbnm zxcvbnm
dfgdfg dfgdfg dfg
sdfsdf sdfsdfsdf
hjkhjk hjkhjkhjk
fjfjfjfj fjfjfj
ghghghghgh
poiuytrewq
mnbvcxz lkjhgfdsa
wertyuio wertyu
tyty tyty tyty
jjjjjjjj kkkkkkk
lkasjdlkajsd lkasjd
xyz xyz xyz xyz xyz
foo bar foo bar foo bar
hello hello hello hello
yes yes yes yes yes
asdf jkl; asdf
fdsafdsa fdsafdsa
idk idk idk idk
dsfsdf sdfdsf dsf
vbnvbn vbnvbn
kdkdkdkdkdk dkdkdk
oioioioi oioi`
  .trim()
  .split('\n')
