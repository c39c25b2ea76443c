"""How intervals and p-values were found, in English and Chinese side by side."""

METHODS: dict[str, tuple[str, str]] = {
    "delong-wilson": ("DeLong’s variance in Wilson’s form", "DeLong 方差，Wilson 形式"),
    "delong": ("DeLong", "DeLong"),
    "wilson": ("Wilson", "Wilson"),
    "clopper-pearson": ("Clopper–Pearson", "Clopper–Pearson"),
    "agresti-coull": ("Agresti–Coull", "Agresti–Coull"),
    "macro-wilson": ("Wilson’s form for a mean over classes", "各类别均值的 Wilson 形式"),
    "mean": ("standard error of the mean over rows", "逐行均值的标准误"),
    "mean-wilson": ("standard error of the mean, in Wilson’s form", "均值的标准误，Wilson 形式"),
    "gaps": ("gaps in bins, luck taken off", "分箱差距，已扣除偶然成分"),
    "bias-corrected": ("bootstrap, what a maximum owes to luck taken off", "自助法，已扣除取最大值带来的偏高"),
    "bc": ("bootstrap, bias-corrected", "自助法，偏差校正"),
    "bca": ("bootstrap, BCa", "自助法，BCa"),
    "percentile": ("bootstrap, percentiles", "自助法，百分位"),
    "basic": ("bootstrap, basic", "自助法，基本型"),
    "normal": ("bootstrap, standard error", "自助法，标准误"),
    "logit": ("bootstrap, standard error of the log-odds", "自助法，对数几率的标准误"),
    "bootstrap": ("paired bootstrap", "配对自助法"),
    "mcnemar": ("McNemar, mid-p", "McNemar，mid-p"),
    "mcnemar-exact": ("McNemar, exact", "McNemar，精确"),
    "paired mean": ("paired mean", "配对均值"),
    "hac": ("paired mean, variance for a time series (HAC)", "配对均值，时间序列的 HAC 方差"),
    "diebold-mariano": ("Diebold–Mariano, Harvey–Leybourne–Newbold correction", "Diebold–Mariano，Harvey–Leybourne–Newbold 修正"),
    "randomization": ("randomization test", "随机化检验"),
    "jackknife": ("jackknife over rows or blocks of them", "刀切法（逐行，或按行分块）"),
    "woodruff": ("Woodruff: the share of rows below, read back", "Woodruff 法（由分位处的行占比反推）"),
    "agresti-caffo": ("Agresti–Caffo", "Agresti–Caffo"),
    "welch": ("Welch", "Welch"),
    "fisher": ("Fisher’s z", "Fisher z 变换"),
    "sandwich": ("Fisher’s z, sandwich standard error", "Fisher z 变换，稳健（三明治）标准误"),
    "bonett-wright": ("Fisher’s z, Bonett and Wright’s standard error", "Fisher z 变换，Bonett–Wright 标准误"),
    "fieller": ("Fisher’s z, Fieller’s standard error", "Fisher z 变换，Fieller 标准误"),
    "pooled": ("Student, pooled variance", "Student，合并方差"),
    "paired": ("Student, paired", "Student，配对"),
    "nadeau-bengio": ("Nadeau and Bengio", "Nadeau–Bengio"),
    "exact": ("exact", "精确"),
    "asymptotic": ("asymptotic", "渐近"),
    "noncentral-chi-squared": ("noncentral chi-squared", "非中心卡方"),
    "none": ("—", "—"),
}


def method_words(method: str) -> tuple[str, str]:
    """What a method is called; one that has no name here is called as it is."""
    return METHODS.get(method, (method, method))
