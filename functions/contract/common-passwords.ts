/**
 * Common passwords in Spanish and English, reduced to their core: the pool demands capitals, digits and signs, so
 * 'password' becomes 'P@ssw0rd1!', which is guessed as early. In lower case, without accents, digits and signs, as
 * strong-password.ts compares them.
 */
export const commonPasswordWords: ReadonlySet<string> = new Set(
  `
  password passwort passw pass passwd contrasena contrasenya contrasenia clave miclave acceso login usuario user admin
  administrador administrator root superuser invitado guest demo test prueba pruebas temporal provisional changeme
  cambiame secreto secret segura seguro seguridad security letmein welcome bienvenido bienvenida bienvenidos hola
  holahola holamundo hello helloworld adios gracias porfavor iloveyou loveyou tequiero teamo amor amormio miamor
  corazon princesa princess estrella mariposa bonita hermosa preciosa cielo sol luna angel angelito bebe family familia
  mifamilia madre padre mama papa hijo hija hermano hermana abuela abuelo casa micasa perro gato dios jesus jesucristo
  espana espanya spain madrid barcelona valencia sevilla malaga bilbao zaragoza murcia granada asturias galicia andalucia
  realmadrid halamadrid barca forcabarca atletico atleti betis athletic football futbol soccer baseball basketball
  messi cristiano ronaldo superman batman spiderman pokemon starwars dragon monkey shadow master sunshine flower
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre january february march april
  june july august september october november december primavera verano otono invierno spring summer autumn winter
  lunes martes miercoles jueves viernes sabado domingo monday friday sunday
  qwerty qwertyui qwertyuiop qwert azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc zaqwsx
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa xyz google facebook instagram whatsapp microsoft windows apple
  android samsung iphone computer internet ordenador portatil hotmail gmail outlook
  habitat habitatinterior microbioma
  `
    .trim()
    .split(/\s+/),
)

export const commonPasswordSequences: ReadonlySet<string> = new Set(
  'q1w2e3r4 1q2w3e4r 1qaz2wsx qaz2wsx zaq12wsx 1qazxsw2 1a2b3c4d a1b2c3d4 abc123 123abc abcd1234 qwe123 123qwe q1w2e3 pass1234'.split(
    ' ',
  ),
)
