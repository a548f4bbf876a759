import { storeContract } from '../contract.ts'
import { openOnPostgres } from './database.ts'

storeContract(openOnPostgres)
