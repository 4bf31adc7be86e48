export {CompaniesDeadlines} from './model/companies-deadlines.ts';
export {companyName, companyNameAndCvr} from './model/company-names.ts';
export {loadCompanies} from './model/load-companies.ts';
export {companiesStyles} from './views/companies.styles.ts';
export {companyStrings, renderCompanyFilter, renderPrintedCompanies} from './views/companies.ts';
export {describeFailures, renderCompanyFailures} from './views/company-failures.ts';
