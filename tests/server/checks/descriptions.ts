/** What people write of what happened to them, as they type it on a phone: their slips, names and shorthand included. */
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

/** Keys pressed for the sake of pressing them, as people do where a text is asked for; from whom, by whom. */
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
