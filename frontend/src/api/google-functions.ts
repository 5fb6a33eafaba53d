/** Loaded by the Google sign-in window only. Importing it also makes Amplify complete a return from Google. */
export { signInWithRedirect } from 'aws-amplify/auth'
